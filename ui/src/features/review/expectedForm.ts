/** What a check expects, as a form the window has words for. */
export type ExpectedForm =
  | { form: "between"; least: string; most: string }
  | { form: "atLeast"; least: string }
  | { form: "atMost"; most: string }
  | { form: "oneOf" | "anyOf" | "characters"; count: number }
  | { form: "integer" | "number" | "amount" | "share" | "date" | "yesNo" | "list" };

const PLAIN: [RegExp, "integer" | "number" | "amount" | "share" | "date" | "yesNo" | "list"][] = [
  [/^a whole number/, "integer"],
  [/^a number/, "number"],
  [/^an amount/, "amount"],
  [/^a share/, "share"],
  [/^a date/, "date"],
  [/^yes or no/, "yesNo"],
  [/^a list of records/, "list"],
];

/** The engine writes what it expects in English; the forms it knows are read here, others are none. */
export function expectedForm(expected: string): ExpectedForm | null {
  const between = /^between (\S+) and (\S+)$/.exec(expected);
  if (between) return { form: "between", least: between[1] ?? "", most: between[2] ?? "" };
  const least = /^at least (\S+)$/.exec(expected);
  if (least) return { form: "atLeast", least: least[1] ?? "" };
  const most = /^at most (\S+)$/.exec(expected);
  if (most) return { form: "atMost", most: most[1] ?? "" };
  const listed = /^(?:exactly )?(one|any) of (\d+) listed values$/.exec(expected);
  if (listed) {
    return { form: listed[1] === "one" ? "oneOf" : "anyOf", count: Number(listed[2]) };
  }
  const characters = /^text of at most (\d+) characters$/.exec(expected);
  if (characters) return { form: "characters", count: Number(characters[1]) };
  const plain = PLAIN.find(([pattern]) => pattern.test(expected));
  return plain ? { form: plain[1] } : null;
}
