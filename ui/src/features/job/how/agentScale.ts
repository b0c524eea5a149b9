/** The most agents a run may have. */
export const MOST_AGENTS = 256;

/** The slider doubles from step to step, so that 8 and 64 are both easy to hit: its place from 0 to 100. */
export function placeOf(agents: number): number {
  return (Math.log2(Math.max(1, agents)) / Math.log2(MOST_AGENTS)) * 100;
}

/** The number of agents at a place of the slider, 1 to 256, in round steps above 16. */
export function agentsAt(place: number): number {
  const exact = 2 ** ((place / 100) * Math.log2(MOST_AGENTS));
  const step = exact > 64 ? 8 : exact > 16 ? 4 : 1;
  return clampAgents(Math.round(exact / step) * step);
}

/** The nearest number of agents a run can have. */
export function clampAgents(agents: number): number {
  return Math.min(MOST_AGENTS, Math.max(1, Math.round(agents)));
}
