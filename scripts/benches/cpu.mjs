// What a task costs the processor when answers take no time, against a loop that only asks; and the memory it takes.
import { existsSync } from "node:fs";
import { released } from "../lib/paths.mjs";
import { custom, priced, taskFile, usage, withScriptedServer } from "./measured-run.mjs";

const TASKS = 10_000;
const AGENTS = 64;

export const cpu = {
  name: "cpu",
  title: `processor time of a task, ${AGENTS} agents, answers at once, against a bare loop`,
  atMost: 3,
  run: ({ home }) =>
    withScriptedServer(["--forgetful"], async ({ url }) => {
      priced(home);
      const bare = usage(released("bare-loop", "examples"), [url, String(TASKS), String(AGENTS)]);
      const house = usage(released("stampmill"), [
        ...["--home", `${home}/data`, "run", "--json"],
        ...custom(url, taskFile(home, TASKS), AGENTS),
      ]);
      const micros = ({ cpuMs }) => Math.round((1000 * cpuMs) / TASKS);
      return {
        measuredMs: house.cpuMs,
        idealMs: bare.cpuMs,
        also: `${micros(house)} µs against ${micros(bare)} µs a task`,
      };
    }),
};

const MOST_MIB = 80;

export const memory = {
  name: "memory",
  title: `peak memory of the command with ${TASKS} tasks (${MOST_MIB} MiB allowed)`,
  atMost: 1,
  skip: existsSync("/usr/bin/time") ? undefined : "needs /usr/bin/time",
  run: ({ home }) =>
    withScriptedServer(["--forgetful"], async ({ url }) => {
      priced(home);
      const { peakMib } = usage(released("stampmill"), [
        ...["--home", `${home}/data`, "run", "--json"],
        ...custom(url, taskFile(home, TASKS), 256),
      ]);
      return {
        measured: `${peakMib.toFixed(0)} MiB`,
        ideal: `${MOST_MIB} MiB`,
        ratio: peakMib / MOST_MIB,
      };
    }),
};
