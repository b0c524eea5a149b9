import { describe, expect, it } from "vitest";
import type { ReviewRow } from "@/bindings/contract";
import { reviewRow } from "@/testing/fakeEngine/survey";
import { createFakePlatform } from "@/testing/fakePlatform";
import { invoiceItem, invoiceRow, INVOICE_OUTPUTS } from "@/testing/fixtures/invoices";
import { field } from "@/testing/fixtures/skills";
import { alternativesOf } from "./alternatives";
import { changedFields, draftOf, shownAfter } from "./drafts";
import { evidenceOf, piecesOf } from "./evidence";
import { expectedForm } from "./expectedForm";
import { judged, neighbour, nextOpen, openCount, withMore, withRows } from "./queue";
import { queueColumns, queueLabel } from "./queueColumns";
import { readFirst, readOn } from "./readQueue";
import { readRecords, recordsOf, writeRecords } from "./records";
import type { Sight } from "./sight";

const openRow = (task: number) => reviewRow(invoiceRow(task, null));
const rows = [207, 208, 209].map(openRow);

describe("the queue", () => {
  it("goes to the next open row and starts again at the top", () => {
    const [first, second, third] = rows as [ReviewRow, ReviewRow, ReviewRow];
    expect(nextOpen(rows, 207)?.task).toBe(208);
    expect(nextOpen([first, judged(second, "accepted"), third], 207)?.task).toBe(209);
    expect(nextOpen(rows, 209)?.task).toBe(207);
    expect(nextOpen([judged(first, "rejected")], 207)).toBeNull();
    expect(neighbour(rows, 209, 1)?.task).toBe(209);
    expect(openCount([judged(first, "corrected"), second])).toBe(1);
  });

  it("replaces rows in place and puts others where they belong", () => {
    const changed = withRows(rows, [judged(openRow(208), "accepted"), openRow(3)]);
    expect(changed.map((row) => [row.task, row.verdict])).toEqual([
      [3, "accepted"],
      [207, null],
      [208, "accepted"],
      [209, null],
    ]);
    expect(withMore(rows, [openRow(208), openRow(210)]).map((row) => row.task)).toEqual([
      207, 208, 209, 210,
    ]);
  });

  it("misses no row when rows are judged while it is read", async () => {
    const platform = createFakePlatform();
    const sight: Sight = { show: "unjudged", search: "", picks: [], order: "file" };
    const params = { run: "run-12", sight };
    let queue = await readFirst(platform, params);
    expect(queue.rows.every((row) => row.needs_review)).toBe(true);
    const tasks = queue.rows.slice(0, 9).map((row) => row.task);
    await platform.call("review/decide", { run: "run-12", tasks, verdict: "accepted" });
    queue = {
      ...queue,
      rows: queue.rows.map((row) => (tasks.includes(row.task) ? judged(row, "accepted") : row)),
    };
    while (!queue.at.done) {
      const { rows: more, at } = await readOn(platform, params, queue);
      queue = { rows: withMore(queue.rows, more), at };
    }
    const left = await platform.call("run/rows", {
      run: "run-12",
      filter: "unjudged",
      search: "",
      offset: 0,
      limit: 1000,
    });
    expect(openCount(queue.rows)).toBe(left.total);
    expect(new Set(queue.rows.map((row) => row.task)).size).toBe(queue.rows.length);
  });

  it("names rows by the words that differ and the amount", () => {
    const cells = [
      ["Adults", "IKEA", "02/03/2015", "146.95"],
      ["Adults", "TESCO", "03/03/2015", "-5.00"],
    ].map((row) => ({ cells: row }));
    const columns = ["Area", "Creditor", "Date", "Value"];
    expect(queueColumns({ columns, used_columns: [0, 1, 3] }, cells)).toEqual({
      label: 1,
      amount: 3,
    });
    expect(queueLabel("invoices/2026-10/inv-1.pdf")).toBe("inv-1.pdf");
    expect(queueLabel("TFL 24/7")).toBe("TFL 24/7");
  });
});

describe("evidence", () => {
  const { document, evidence: found } = invoiceItem(invoiceRow(207, null));

  it("is numbered in the order of the outputs and cuts a page into pieces that are the page again", () => {
    const page = document?.pages[0];
    if (page === undefined) throw new Error("the invoice has a page");
    const pieces = piecesOf(page, evidenceOf(found));
    expect(pieces.map((piece) => piece.text).join("")).toBe(page.text);
    const marked = pieces.filter((piece) => piece.evidence !== null);
    expect(marked.map(({ text, evidence }) => [evidence?.number, text])).toEqual([
      [1, "Camden Catering"],
      [2, "INV-21449"],
      [3, "12/10/2026"],
      [4, "1,237.83"],
    ]);
  });
});

describe("corrections", () => {
  const row = invoiceRow(207, null);

  it("send only what differs, and show it at once", () => {
    const before = draftOf(INVOICE_OUTPUTS, row);
    expect(before["paid"]).toBe("yes");
    const changed = changedFields(before, {
      ...before,
      total: "1300",
      supplier: "Camden Catering ",
    });
    expect(changed).toEqual({ total: "1300" });
    expect(shownAfter(INVOICE_OUTPUTS, row, changed)[4]).toBe("1300");
  });

  it("write lists as the engine reads them", () => {
    const lines = INVOICE_OUTPUTS[3] ?? field("lines", "Lines", "list");
    const records = recordsOf(row.output?.["lines"]);
    expect(records[1]).toEqual({ text: "Delivery", quantity: "1", amount: "45.50" });
    const text = writeRecords(lines.fields, [...records.slice(1), { text: " ", quantity: "2" }]);
    expect(JSON.parse(text)).toEqual([
      { text: "Delivery", quantity: 1, amount: "45.50" },
      { text: null, quantity: 2, amount: null },
    ]);
    expect(readRecords(text)[1]).toEqual({ text: "", quantity: "2", amount: "" });
    expect(readRecords("no list")).toEqual([]);
  });
});

it("offers number keys for a choice of up to nine", () => {
  const of = (count: number) =>
    alternativesOf(
      [
        field("account", "Account", "choice", {
          choices: Array.from({ length: count }, (_, at) => `choice ${at}`),
        }),
      ],
      { ...invoiceRow(207, null), shown: ["choice 1"] },
    );
  expect(of(9)?.now).toBe("choice 1");
  expect(of(10)).toBeNull();
});

it("reads what the engine expects, so that it can be said in the person's language", () => {
  expect(expectedForm("between 0 and 1")).toEqual({ form: "between", least: "0", most: "1" });
  expect(expectedForm("at least 70%")).toEqual({ form: "atLeast", least: "70%" });
  expect(expectedForm("one of 8 listed values")).toEqual({ form: "oneOf", count: 8 });
  expect(expectedForm("an amount such as 1204.50 or -12.00")).toEqual({ form: "amount" });
  expect(expectedForm("the total of the lines")).toBeNull();
});
