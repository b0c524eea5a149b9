import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import type { JobView, TablePreview, TableProblem } from "@/bindings/contract";
import { CallError } from "@/lib/callError";
import type { Grant } from "@/platform/Platform";
import { createFakePlatform } from "@/testing/fakePlatform";
import { jobs, jobView } from "@/testing/fixtures/jobs";
import { measureBoxes } from "@/testing/measuredBoxes";
import { openWindow } from "@/testing/openWindow";

beforeAll(measureBoxes);

const doubt = (kind: string, more: Partial<TableProblem>): TableProblem => ({
  row: null,
  column: null,
  kind,
  message: `English about ${kind}`,
  params: {},
  blocks_row: false,
  ...more,
});

const PREVIEW: TablePreview = {
  kind: "csv",
  source: "kontoauszug.csv",
  encoding: "windows-1252",
  sure: 0.62,
  delimiter: ";",
  decimal: ",",
  sheet: null,
  sheets: [],
  header_row: 3,
  columns: ["Konto", "Betrag"],
  rows_total: 1_204,
  rows: [["00123", "1,50"]],
  problems: [
    doubt("ragged", {
      row: 17,
      params: { case: "long", row: "17", found: "3", expected: "2", text: "4711; 2; x" },
      blocks_row: true,
    }),
    doubt("number_unclear", {
      row: 21,
      column: "Betrag",
      params: { case: "decimal_mark", row: "21", column: "Betrag", text: "1.234" },
    }),
    doubt("from_the_future", { row: 30 }),
  ],
};

/** A job without a task list. */
function emptyJob(): JobView {
  const [summary] = jobs(0);
  if (!summary) throw new Error("no fixture");
  return { ...jobView(summary), table: null };
}

async function openDialog(preview: () => TablePreview, language: "en" | "zh" = "en") {
  const platform = createFakePlatform({
    answers: { "table/preview": preview, "job/get": emptyJob },
  });
  platform.engine.state.settings.language = language;
  platform.picks.push({ grant: "grant-7", name: "kontoauszug.csv", kind: "table" });
  const { user } = openWindow("/jobs/job-1", { platform, language });
  const button = language === "en" ? "Open a task list" : "打开任务表";
  await user.click(await screen.findByRole("button", { name: button }));
  return { platform, user, dialog: await screen.findByRole("dialog") };
}

describe("A table before it is used", () => {
  it("shows how it was read, how sure that is, and its first rows", async () => {
    const { dialog } = await openDialog(() => PREVIEW);
    expect(await within(dialog).findByText("a guess, 62% sure")).toBeVisible();
    expect(within(dialog).getByRole("combobox", { name: "Encoding" })).toHaveValue("WINDOWS-1252");
    expect(within(dialog).getByRole("combobox", { name: "Cells end with" })).toHaveValue(
      "a semicolon",
    );
    expect(within(dialog).getByRole("textbox", { name: "Header in row" })).toHaveValue("3");
    expect(within(dialog).getByRole("cell", { name: "00123" })).toBeVisible();
    expect(dialog).toHaveTextContent("1,204 rows, 2 columns. 1 row is left out.");
  });

  it("lists every doubt with its row, and keeps English only where there are no words", async () => {
    const { dialog } = await openDialog(() => PREVIEW);
    const list = await within(dialog).findByRole("list", { name: "3 doubts" });
    const lines = within(list)
      .getAllByRole("listitem")
      .map((line) => line.textContent);
    expect(lines).toEqual([
      "Row 17Has 3 cells instead of 2; values may stand in the wrong column: 4711; 2; x",
      "Row 21, Betrag“1.234” can mean thousands or decimals. Choose the decimal mark.",
      "Row 30English about from_the_future",
    ]);
  });

  it("says its doubts in Chinese", async () => {
    const { dialog } = await openDialog(() => PREVIEW, "zh");
    const list = await within(dialog).findByRole("list", { name: "3 处存疑" });
    expect(list).toHaveTextContent("第 17 行有 3 格，应为 2 格，内容可能错列：4711; 2; x");
    expect(list).toHaveTextContent("第 21 行，Betrag“1.234”可能是千位也可能是小数，请选择小数点。");
    expect(within(dialog).getByRole("button", { name: "使用此表" })).toBeVisible();
  });

  it("is read again as the person says, and used that way", async () => {
    const { dialog, user, platform } = await openDialog(() => PREVIEW);
    await user.click(await within(dialog).findByRole("combobox", { name: "Encoding" }));
    await user.click(await screen.findByRole("option", { name: "GB18030" }));
    const reading = { encoding: "gb18030" };
    await waitFor(() =>
      expect(platform.calls).toContainEqual({
        method: "table/preview",
        params: { grant: "grant-7", reading },
      }),
    );
    expect(await within(dialog).findByText("chosen by you")).toBeVisible();
    await user.click(within(dialog).getByRole("checkbox", { name: "No header row" }));
    await waitFor(() =>
      expect(within(dialog).getByRole("button", { name: "Use this table" })).toBeEnabled(),
    );
    await user.click(within(dialog).getByRole("button", { name: "Use this table" }));
    await waitFor(() =>
      expect(platform.calls).toContainEqual({
        method: "job/set_table",
        params: { job: "job-1", grant: "grant-7", reading: { ...reading, header_row: 0 } },
      }),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("that cannot be read says why, what is safe, and lets the person choose another", async () => {
    const { dialog, platform, user } = await openDialog(() => {
      throw new CallError({
        code: "made_up",
        message: "`kontoauszug.csv` is not a table: it looks like a web page",
        hint: "Save it as .xlsx or .csv and choose that file.",
        params: {},
      });
    });
    const alert = await within(dialog).findByRole("alert");
    expect(alert).toHaveTextContent("is not a table: it looks like a web page");
    expect(alert).toHaveTextContent("The job is unchanged. Save it as .xlsx or .csv");
    expect(within(dialog).getByRole("button", { name: "Use this table" })).toBeDisabled();
    platform.picks.push({ grant: "grant-8", name: "other.csv", kind: "table" });
    await user.click(within(alert).getByRole("button", { name: "Choose another file" }));
    expect(await screen.findByRole("dialog", { name: "Open other.csv" })).toBeVisible();
  });

  it("comes in by being dropped on the window", async () => {
    let drop: (grants: Grant[]) => void = () => undefined;
    const platform = {
      ...createFakePlatform({ answers: { "job/get": emptyJob } }),
      onFileDrop: (listener: (grants: Grant[]) => void) => {
        drop = listener;
        return () => undefined;
      },
    };
    openWindow("/jobs/job-1", { platform });
    await screen.findByRole("textbox", { name: "Name of the job" });
    act(() => drop([{ grant: "grant-9", name: "dropped.csv", kind: "table" }]));
    expect(await screen.findByRole("dialog", { name: "Open dropped.csv" })).toBeVisible();
  });
});
