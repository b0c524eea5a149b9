import type { BlindNext, ComparedRowView, ComparedRunView, TaskRow } from "@/bindings/contract";
import type { Answers } from "./answers";
import type { House } from "./house";

type Runs = { first: string; second: string };

/** Two runs side by side, rows matched by their cells. */
export function compareAnswers(house: House) {
  const { state, runOf, tasksOf, stale } = house;
  const pairsOf = ({ first, second }: Runs): [TaskRow, TaskRow][] => {
    const others = new Map(tasksOf(second).map((row) => [row.cells.join("|"), row]));
    return tasksOf(first).flatMap((row): [TaskRow, TaskRow][] => {
      const other = others.get(row.cells.join("|"));
      return other ? [[row, other]] : [];
    });
  };
  const rowsOf = (runs: Runs) => pairsOf(runs).map(comparedRow);
  const different = (runs: Runs) => rowsOf(runs).filter(differs);
  const open = (runs: Runs) =>
    different(runs).filter((row) => !state.blind.some(({ task }) => task === row.first_task));
  const next = (runs: Runs): BlindNext => {
    const left = open(runs);
    const [row] = left;
    return { pair: row ? { fields: ["Account Description"], row, left: left.length } : null };
  };
  const side = (run: string, rows: TaskRow[]): ComparedRunView => ({
    run,
    name: `${runOf(run).name} ${runOf(run).number}`,
    model: runOf(run).model,
    skill_version: runOf(run).skill_version,
    cost_usd: runOf(run).cost_usd,
    only_here: 0,
    done: rows.filter((row) => row.outcome === "done").length,
    accepted: rows.filter((row) => row.verdict === "accepted").length,
    wrong: rows.filter((row) => row.verdict === "corrected").length,
  });
  return {
    "compare/get": (runs) => {
      const pairs = pairsOf(runs);
      const picked = (choice: string) =>
        state.blind.filter((pick) => pick.choice === choice).length;
      return {
        first: side(
          runs.first,
          pairs.map(([row]) => row),
        ),
        second: side(
          runs.second,
          pairs.map(([, row]) => row),
        ),
        rows: pairs.length,
        equal: pairs.length - different(runs).length,
        fields: [
          {
            label: "Account Description",
            compared: pairs.length,
            same: pairs.length - different(runs).length,
          },
        ],
        judged: null,
        picks: {
          first: picked("left"),
          second: picked("right"),
          tied: picked("tied"),
          left: open(runs).length,
          p_value: 1,
        },
      };
    },
    "compare/rows": ({ only_different, offset, limit, ...runs }) => {
      const rows = only_different ? different(runs) : rowsOf(runs);
      return { total: rows.length, rows: rows.slice(offset, offset + limit) };
    },
    "compare/next": next,
    "compare/pick": ({ task, choice, ...runs }) => {
      state.blind.push({ task, choice });
      stale("compare");
      return next(runs);
    },
    "compare/undo": (runs) => {
      state.blind.pop();
      stale("compare");
      return next(runs);
    },
  } satisfies Partial<Answers>;
}

function comparedRow([row, other]: [TaskRow, TaskRow]): ComparedRowView {
  const [first = "", second = ""] = [row.shown[0], other.shown[0]];
  return {
    first_task: row.task,
    second_task: other.task,
    source_row: row.source_row,
    label: row.cells.slice(0, 2).join(" · "),
    fields: [
      {
        first,
        second,
        diff:
          first === second
            ? []
            : [
                { side: "first", text: first },
                { side: "second", text: second },
              ],
      },
    ],
  };
}

function differs(row: ComparedRowView): boolean {
  return row.fields.some(({ diff }) => diff.length > 0);
}
