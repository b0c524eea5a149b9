import type { RulesTrialView, RulesView } from "@/bindings/contract";
import { rulesOf, SUGGESTIONS } from "../fixtures/rules";
import type { Answers } from "./answers";
import type { House } from "./house";

/** Rules tables and suggestions. */
export function rulesAnswers(house: House) {
  const tables = new Map<string, RulesView>();
  const gone = new Set<string>();
  const of = (skill: string) => tables.get(skill) ?? rulesOf(skill);
  const filled = (rows: string[][]) => rows.filter((row) => row.some((cell) => cell !== ""));
  const faults = (columns: RulesView["columns"], rows: string[][]): RulesTrialView["faults"] => {
    const then = columns.findIndex((column) => column.part === "then");
    return rows.flatMap((row, at) =>
      row.some((cell) => cell !== "") && row[then] === ""
        ? [{ row: at, column: then, expected: "Expected is a value, `ask the model` or `ask me`." }]
        : [],
    );
  };
  const next = (skill: string, rows: string[][], columns = of(skill).columns) => {
    const table = of(skill);
    const version = String(Number(table.version) + 1);
    tables.set(skill, { ...table, columns, rows: filled(rows), version });
    house.stale("skills");
    return version;
  };
  return {
    "rules/get": ({ skill }) => of(skill),
    "rules/preview": ({ skill, columns, rows }) => {
      const saved = filled(of(skill).rows).length;
      return {
        faults: faults(columns, rows),
        run: "run-1",
        run_name: "Month end 2",
        rows: 600,
        decided: 412 + (filled(rows).length - saved) * 10,
        decided_before: 412,
        uses: filled(rows).map((_, at) => ({
          matched: at === 1 ? 0 : 20,
          taken: at === 1 || at === 2 ? 0 : 20,
          above: at === 2 ? 1 : null,
        })),
        changed: Math.abs(filled(rows).length - saved) * 10,
        changes: [],
      };
    },
    "rules/save": ({ skill, columns, rows }) => {
      const wrong = faults(columns, rows);
      return wrong.length > 0
        ? { version: null, faults: wrong }
        : { version: next(skill, rows, columns), faults: [] };
    },
    "rules/open": ({ skill }) => ({
      ...of(skill),
      rows: [["contains FROM THE FILE", "", "Postage", "from Excel"]],
    }),
    "rules/write": () => ({ path: "/home/anna/rules.csv" }),
    "suggestion/list": () => ({
      ...SUGGESTIONS,
      rules: SUGGESTIONS.rules.filter((rule) => !gone.has(rule.key)),
    }),
    "suggestion/accept": ({ skill, conditions, then }) => {
      const key = SUGGESTIONS.rules.find(
        (rule) => rule.conditions[0]?.cell === conditions[0]?.cell,
      )?.key;
      if (key !== undefined) gone.add(key);
      const before = of(skill).version;
      const row = of(skill).columns.map(
        (column) =>
          [...conditions, ...then].find((cell) => cell.field === column.field)?.cell ?? "",
      );
      return { version: next(skill, [...of(skill).rows, row]), before };
    },
    "suggestion/dismiss": ({ key, dismissed }) => {
      if (dismissed) gone.add(key);
      else gone.delete(key);
      return {};
    },
  } satisfies Partial<Answers>;
}
