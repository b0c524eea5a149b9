import type { NewRuleParams, RulesTrialView, RulesView } from "@/bindings/contract";
import { rulesOf, SUGGESTIONS } from "../fixtures/rules";
import type { Answers } from "./answers";
import type { House } from "./house";
import { fail } from "./refusals";

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
    const base = `base ${version}`;
    tables.set(skill, { ...table, columns, rows: filled(rows), version, base });
    house.stale("skills");
    return version;
  };
  const rowOf = (skill: string, { conditions, then }: NewRuleParams) =>
    of(skill).columns.map(
      (column) => [...conditions, ...then].find((cell) => cell.field === column.field)?.cell ?? "",
    );
  const trial = (
    skill: string,
    columns: RulesView["columns"],
    rows: string[][],
  ): RulesTrialView => {
    const saved = filled(of(skill).rows).length;
    const first = filled(rows)[0]?.[0] !== filled(of(skill).rows)[0]?.[0];
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
        covered: null,
      })),
      losses: first
        ? [
            {
              rule: 1,
              conditions: [{ field: "creditor", label: "Creditor", cell: "contains OYSTER" }],
              to: 1,
              rows: 20,
            },
          ]
        : [],
      changed: first ? 20 : Math.abs(filled(rows).length - saved) * 10,
      changes: first
        ? [
            {
              row: 7,
              inputs: ["Family Services", "OYSTER 12", "20.00"],
              before: "Travelling Expenses",
              before_rule: 1,
              after: "Postage",
              after_rule: 1,
            },
          ]
        : [],
    };
  };
  return {
    "rules/get": ({ skill }) => of(skill),
    "rules/preview": ({ skill, columns, rows }) => trial(skill, columns, rows),
    "rules/save": ({ skill, base, columns, rows }) => {
      if (base !== of(skill).base) {
        fail("rules_changed", `the rules of ${skill} are version ${of(skill).version} now`);
      }
      const wrong = faults(columns, rows);
      if (wrong.length > 0) return { version: null, base: null, faults: wrong };
      const saved = next(skill, rows, columns);
      return { version: saved, base: of(skill).base, faults: [] };
    },
    "rules/open": ({ skill, rows }) => {
      const file = ["contains FROM THE FILE", "", "Postage", "from Excel"];
      return {
        table: { ...of(skill), rows: [file] },
        same: 0,
        changes: [
          { kind: "added", before: null, before_cells: [], after: 1, after_cells: file },
          ...rows.map((cells, at) => ({
            kind: "removed",
            before: at + 1,
            before_cells: cells,
            after: null,
            after_cells: [],
          })),
        ],
        columns_gone: [],
      };
    },
    "rules/write": () => ({ path: "/home/anna/rules.csv" }),
    "suggestion/list": () => ({
      ...SUGGESTIONS,
      rules: SUGGESTIONS.rules.filter((rule) => !gone.has(rule.key)),
    }),
    "suggestion/preview": ({ skill, rules }) => {
      const { columns, rows } = of(skill);
      const tried = trial(skill, columns, [...rules.map((rule) => rowOf(skill, rule)), ...rows]);
      return { numbers: rules.map((_, at) => at + 1), trial: tried };
    },
    "suggestion/accept": ({ skill, rules }) => {
      for (const { conditions } of rules) {
        const key = SUGGESTIONS.rules.find(
          (rule) => rule.conditions[0]?.cell === conditions[0]?.cell,
        )?.key;
        if (key !== undefined) gone.add(key);
      }
      const before = of(skill).version;
      const added = rules.map((rule) => rowOf(skill, rule));
      return { version: next(skill, [...of(skill).rows, ...added]), before };
    },
    "suggestion/dismiss": ({ key, dismissed }) => {
      if (dismissed) gone.add(key);
      else gone.delete(key);
      return {};
    },
  } satisfies Partial<Answers>;
}
