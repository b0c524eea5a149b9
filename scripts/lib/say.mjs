// What the scripts say to a person: plain sentences, and colour only where a terminal shows it.

const colour = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code) => (text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);

export const bold = paint(1);
export const red = paint(31);
export const green = paint(32);

/** One plain line. */
export const say = (line = "") => process.stdout.write(`${line}\n`);

/** A line above the output of a step. */
export const heading = (line) => say(`\n${bold(`== ${line}`)}`);

/** A length of time as people say it: `0.4 s`, `48 s`, `3 min 12 s`. */
export function duration(ms) {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Something that a person must set right before the script can go on. */
export class Stop extends Error {}

/** Runs a script's body; a {@link Stop} becomes its sentence and exit code 1. */
export async function script(body) {
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    process.stderr.write(`\n${red("Stopped.")} ${error.message}\n`);
    process.exitCode = 1;
  }
}
