import type {
  MergeDocumentView,
  MergeLineView,
  MergeSkillParams,
  MergeTableParams,
  MergeView,
  TaskRow,
} from "@/bindings/contract";
import type { Answers } from "./answers";
import { sheetOf } from "../fixtures/sheets";
import type { House } from "./house";
import { fail } from "./refusals";

/** What the rows of a skill are grouped by, what is added up of them, and where it stands. */
function fieldsOf(skill: string) {
  const { outputs, columns } = sheetOf(skill);
  const key = outputs[0]?.label ?? "";
  const total = outputs.findIndex(({ kind }) => kind === "money");
  if (total !== -1) {
    const amount = (row: TaskRow) => row.shown[total];
    return { key, fields: [key, columns[0] ?? ""], value: outputs[total]?.label ?? "", amount };
  }
  const value = columns.indexOf("JV Value");
  const amount = (row: TaskRow) => row.cells[value];
  return { key, fields: [key, ...columns.slice(0, 2)], value: columns[value] ?? "", amount };
}

/** Documents of a run: added up by account, or one line a row as practice writes it. */
export function mergeAnswers(house: House) {
  const { runOf, tasksOf, stale } = house;
  const merges = new Map<string, MergeView[]>();
  const link = ({ source_row, task }: TaskRow) => ({ row: source_row, task });
  const isIn = (row: TaskRow, include: { unreviewed: boolean; rejected: boolean }) =>
    row.outcome === "done" &&
    (row.verdict === null ? include.unreviewed : row.verdict !== "rejected" || include.rejected);
  const accountOf = (row: TaskRow) => row.shown[0] ?? "";
  const money = (sum: number) => (sum / 100).toFixed(2);

  const table = (rows: TaskRow[], order: MergeTableParams): MergeDocumentView => {
    const { contra, sum } = order;
    const { key, amount } = fieldsOf(runOf(order.run).skill);
    const cents = (row: TaskRow) => Math.round(Number(amount(row) ?? 0) * 100);
    const line = (kind: string, label: string, of: TaskRow[], cells: string[]): MergeLineView => ({
      kind,
      heading: null,
      cells: [label, kind === "contra" ? "" : of.length.toString(), ...cells],
      rows: kind === "line" ? of.map(link) : [],
    });
    const all = rows.reduce((total, row) => total + cents(row), 0);
    const cells = (total: number) =>
      contra === null ? (sum.length === 0 ? [] : [money(total)]) : [money(total), ""];
    const accounts = [...new Set(rows.map(accountOf))].sort();
    return {
      columns: [
        { label: key, kind: "text" },
        { label: "", kind: "count" },
        ...(contra === null
          ? sum.map((label) => ({ label, kind: "amount" }))
          : ["debit", "credit"].map((kind) => ({ label: "", kind }))),
      ],
      lines: [
        ...accounts.map((account) => {
          const of = rows.filter((row) => accountOf(row) === account);
          const total = of.reduce((added, row) => added + cents(row), 0);
          return line("line", account, of, cells(total));
        }),
        ...(contra === null ? [] : [line("contra", contra, rows, ["", money(all)])]),
        line("total", "", rows, contra === null ? cells(all) : [money(all), money(all)]),
      ],
      findings: [],
    };
  };
  const report = (rows: TaskRow[]): MergeDocumentView => ({
    columns: [{ label: "Text", kind: "text" }],
    lines: [
      ...rows.slice(0, 8).map((row) => ({
        kind: "line",
        heading: "Everything else",
        cells: [`${row.cells[1] ?? ""} is booked as ${accountOf(row)}.`],
        rows: [link(row)],
      })),
      { kind: "line", heading: "Everything else", cells: ["Nothing else stands out."], rows: [] },
    ],
    findings: [
      { code: "no_rows", line: 9, rows: [], detail: "" },
      { code: "uncited", line: null, rows: rows.slice(8).map((row) => row.source_row), detail: "" },
    ],
  });

  const make = (
    run: string,
    include: { unreviewed: boolean; rejected: boolean },
    about: Pick<MergeView, "by" | "sum" | "contra" | "by_run">,
    written: (rows: TaskRow[]) => MergeDocumentView,
  ) => {
    const rows = tasksOf(run).filter((row) => isIn(row, include));
    const out = tasksOf(run).filter((row) => !isIn(row, include));
    if (rows.length === 0) fail("nothing_to_merge", "nothing to merge");
    const number = (merges.get(run)?.length ?? 0) + 1;
    const left = (why: string, of: TaskRow[]) =>
      of.length === 0 ? [] : [{ why, rows: of.map(link) }];
    const merge: MergeView = {
      run,
      number,
      state: "whole",
      ...about,
      practice: runOf(run).practice || (about.by_run?.model.startsWith("practice/") ?? false),
      made_by: house.state.settings.reviewer,
      made_at: Date.now(),
      rows: rows.length,
      with_unreviewed: rows.filter((row) => row.verdict === null).map(link),
      with_rejected: rows.filter((row) => row.verdict === "rejected").map(link),
      left_out: [
        ...left(
          "unreviewed",
          out.filter((row) => row.outcome === "done" && row.verdict === null),
        ),
        ...left(
          "failed",
          out.filter((row) => row.outcome !== "done"),
        ),
      ],
      document: written(rows),
      word: null,
    };
    merges.set(run, [merge, ...(merges.get(run) ?? [])]);
    stale(`merges:${run}`);
    return merge;
  };
  const plan = ({ run, unreviewed, rejected }: MergeSkillParams) => {
    const rows = tasksOf(run).filter((row) => isIn(row, { unreviewed, rejected })).length;
    const parts = Math.ceil(rows / 40);
    return { rows, parts, later: parts > 1 ? 1 : 0 };
  };
  const find = (run: string, number: number) =>
    merges.get(run)?.find((one) => one.number === number) ?? fail("unknown_merge", "no document");

  return {
    "merge/choices": ({ run }) => {
      const done = tasksOf(run).filter((row) => row.outcome === "done");
      const { fields, value } = fieldsOf(runOf(run).skill);
      const said = (verdict: string | null) => done.filter((row) => row.verdict === verdict).length;
      return {
        fields: value === "" ? fields : [...fields, value],
        amounts: value === "" ? [] : [value],
        skills: [
          {
            id: "month-report",
            description: "Merges the results of many tasks into one report.",
            model: "practice/sample",
            budget_usd: "2",
          },
        ],
        accepted: done.length - said(null) - said("rejected"),
        unreviewed: said(null),
        rejected: said("rejected"),
        without: tasksOf(run).length - done.length,
      };
    },
    "merge/list": ({ run }) => merges.get(run) ?? [],
    "merge/get": ({ run, number }) => find(run, number),
    "merge/table": (order) => {
      const { run, by, sum, contra } = order;
      const about = { by, sum, contra, by_run: null };
      return { number: make(run, order, about, (rows) => table(rows, order)).number, by_run: null };
    },
    "merge/estimate": (order) => {
      const { rows, parts, later } = plan(order);
      const free = order.model === "practice/sample";
      return {
        rows,
        left_out: tasksOf(order.run).length - rows,
        parts,
        later,
        estimate: {
          model: order.model,
          tasks: parts,
          by_rule: 0,
          calls: { low: parts, likely: parts + later, most: (parts + later) * 2 },
          cost_usd: {
            low: free ? "0" : "0.02",
            likely: free ? "0" : "0.04",
            most: free ? "0" : "0.31",
          },
          wall_s: { likely: 9 },
          smallest_budget_usd: free ? "0" : "0.05",
          basis: free ? "practice" : "bounds",
          basis_count: 0,
          price_unknown: false,
          second_models: [],
          second_calls: 0,
          window_tokens: null,
          long_documents: [],
          split: false,
          problems: [],
        },
      };
    },
    "merge/start": (order) => {
      const { parts, later } = plan(order);
      const by_run = {
        run: runOf(order.run).run,
        skill: order.skill,
        skill_version: "1",
        model: order.model,
        state: "finished",
        done: parts + later,
        total: parts + later,
        cost_usd: order.model === "practice/sample" ? "0" : "0.0412",
      };
      const made = make(order.run, order, { by: [], sum: [], contra: null, by_run }, report);
      return { number: made.number, by_run: by_run.run };
    },
    "merge/judge": ({ run, number, accepted }) => {
      const merge = find(run, number);
      merge.word =
        accepted === null
          ? null
          : { accepted, by: house.state.settings.reviewer, at: Date.now(), changed: false };
      stale(`merges:${run}`);
      return merge;
    },
    "merge/export": ({ run, number, grant }) => {
      const merge = find(run, number);
      const unreviewed = merge.with_unreviewed.length;
      return { path: `/home/you/${grant}`, bytes: 8_412, neutralised: 0, unreviewed };
    },
  } satisfies Partial<Answers>;
}
