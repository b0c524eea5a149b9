import { readFileSync } from "node:fs";

/** A language of the window. */
export type Language = "en" | "zh";

type Words = { [key: string]: string | Words };

const read = (language: Language, room: string): Words =>
  JSON.parse(
    readFileSync(
      new URL(`../../../ui/src/words/${language}/${room}.json`, import.meta.url),
      "utf8",
    ),
  ) as Words;

/** What the window says, by its key (`errors:table_empty`), with the values put in. Fails when there are no such words. */
export function say(language: Language, key: string, values: Record<string, string> = {}): string {
  const [room = "", path = ""] = key.split(":");
  let found: string | Words | undefined = read(language, room);
  for (const step of path.split(".")) found = typeof found === "object" ? found[step] : undefined;
  if (typeof found !== "string") throw new Error(`no words ${key} in ${language}`);
  return found.replace(/%\{(\w+)[^}]*\}/g, (_, name: string) => values[name] ?? "");
}
