// What the scripts say to a person: plain sentences, and colour only where a terminal shows it.
import { AsyncLocalStorage } from "node:async_hooks";

const colour = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code) => (text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);

export const bold = paint(1);
export const red = paint(31);
export const green = paint(32);

const held = new AsyncLocalStorage();

/** Where output is kept at the moment instead of being shown: a function that takes a piece of it; undefined: nowhere. */
export const holder = () => held.getStore();

/** Does `body` and shows all it says, and what its programs print, in one piece at its end. */
export async function inOnePiece(body) {
  const pieces = [];
  try {
    return await held.run((piece) => pieces.push(piece), body);
  } finally {
    process.stdout.write(pieces.join(""));
  }
}

/** One plain line. */
export function say(line = "") {
  const hold = holder();
  if (hold) hold(`${line}\n`);
  else process.stdout.write(`${line}\n`);
}

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
