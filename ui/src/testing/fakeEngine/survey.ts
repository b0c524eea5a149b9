import type {
  FacetPick,
  FacetView,
  GroupView,
  ReviewFilter,
  ReviewRow,
  RiskReasonView,
  TaskRow,
} from "@/bindings/contract";
import type { Answers } from "./answers";
import { sheetOf } from "../fixtures/sheets";
import type { House } from "./house";
import { differs } from "./opinions";

/** Many rows at once, as the real engine sees them: facets, groups, risk, flags. */
export function surveyAnswers(house: House) {
  const { state, stale, judge, tasksThatMatch, taskAt, runOf } = house;
  const flagsOf = (run: string) => state.flags.get(run) ?? new Map<number, string>();
  const found = (run: string, { show, search, picks }: ReviewFilter, but?: string) =>
    tasksThatMatch(run, show, search).filter((row) =>
      picks.every((pick) => pick.facet === but || fits(row, pick)),
    );
  const outputOf = (run: string) => sheetOf(runOf(run).skill).outputs[0]?.name ?? "";
  const labelOf = (run: string) => sheetOf(runOf(run).skill).outputs[0]?.label ?? "";
  return {
    "review/rows": ({ run, filter, order, offset, limit }) => {
      const rows = found(run, filter).map((row) => reviewRow(row, flagsOf(run)));
      if (order === "risk") rows.sort((a, b) => b.risk - a.risk || a.task - b.task);
      return { total: rows.length, rows: rows.slice(offset, offset + limit) };
    },
    "review/survey": ({ run, filter }) => {
      const rows = found(run, filter);
      const open = rows.filter(isOpen);
      const facet = (id: string, kind: string, label: string): FacetView => ({
        id,
        kind,
        label,
        values: counted(found(run, filter, id).flatMap((row) => valueOf(row, id) ?? [])),
      });
      const output = outputOf(run);
      return {
        total: rows.length,
        open: open.length,
        facets: [
          facet(`output:${output}`, "output", labelOf(run)),
          facet("by", "by", ""),
          facet("agent", "agent", ""),
          facet("verdict", "verdict", ""),
          ...(state.opinions.has(run) ? [facet("opinion", "opinion", "")] : []),
        ],
        group_by: [labelOf(run)],
        groups: groupsOf(rows, output),
        groups_total: groupsOf(rows, output).length,
        accept: {
          rows: open.length,
          by_rule: open.filter((row) => row.by === "rule").length,
          by_model: open.filter((row) => row.by === "model").length,
          with_findings: open.filter((row) => row.findings.length > 0).length,
          unsure: 0,
          flagged: open.filter((row) => flagsOf(run).has(row.task)).length,
          unfilled: 0,
        },
      };
    },
    "review/flag": ({ run, task, flagged, note = "" }) => {
      const flags = new Map(flagsOf(run));
      state.acts.push({ run, tasks: [task], kind: "flag", before: flags.get(task) });
      if (flagged) flags.set(task, note);
      else flags.delete(task);
      state.flags.set(run, flags);
      stale(`review:${run}`);
      return reviewRow(taskAt(run, task), flags);
    },
    "review/accept_matching": ({ run, filter }) =>
      judge(
        run,
        found(run, filter)
          .filter(isOpen)
          .map((row) => row.task),
        "accepted",
      ),
  } satisfies Partial<Answers>;
}

/** A row as review shows it. */
export function reviewRow(row: TaskRow, flags: ReadonlyMap<number, string> = new Map()): ReviewRow {
  const reasons: RiskReasonView[] = [];
  const [finding] = row.findings;
  if (finding) {
    reasons.push({
      kind: "finding",
      number: row.findings.length,
      text: finding.message,
      label: "",
    });
  } else if (row.needs_review) {
    reasons.push({ kind: "unsure", number: 41, text: "", label: "" });
  }
  return {
    ...row,
    risk: reasons.reduce((sum, { kind }) => sum + (kind === "finding" ? 65 : 33), 0),
    reasons,
    agent: agentOf(row),
    flagged: flags.has(row.task),
    flag_note: flags.get(row.task) ?? "",
    before: null,
  };
}

function isOpen(row: TaskRow): boolean {
  return row.outcome === "done" && row.verdict === null;
}

/** Which of eight agents a model's row was given to. */
function agentOf(row: TaskRow): string {
  return row.by === "rule" || row.attempts === 0 ? "none" : (1 + (row.task % 8)).toString();
}

function valueOf(row: TaskRow, facet: string): string | null {
  if (facet === "agent") return agentOf(row);
  if (facet === "by") return row.by;
  if (facet === "opinion") {
    return row.outcome !== "done" ? null : differs(row.task) ? "disagrees" : "agrees";
  }
  if (facet === "verdict") return row.outcome === "done" ? (row.verdict ?? "none") : null;
  return row.shown[0] ?? null;
}

function fits(row: TaskRow, { facet, values }: FacetPick): boolean {
  const value = valueOf(row, facet);
  return value !== null && values.includes(value);
}

function counted(values: string[]): { value: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value));
}

function groupsOf(rows: TaskRow[], output: string): GroupView[] {
  return counted(rows.flatMap((row) => row.shown[0] ?? [])).map(({ value, count }) => {
    const mine = rows.filter((row) => row.shown[0] === value);
    return {
      picks: [{ facet: `output:${output}`, values: [value] }],
      shown: [value],
      total: count,
      open: mine.filter(isOpen).length,
      by_rule: mine.filter((row) => row.by === "rule").length,
      risky: mine.filter((row) => row.needs_review).length,
    };
  });
}
