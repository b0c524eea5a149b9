import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { createFakePlatform } from "@/testing/fakePlatform";
import { openWindow } from "@/testing/openWindow";

async function opened(mode: "Edit" | "Suggested") {
  const platform = createFakePlatform();
  const { user } = openWindow("/skills/card-coding", { platform });
  await user.click(await screen.findByRole("radio", { name: mode }));
  return { platform, user };
}

describe("Suggested rules", () => {
  it("show each rule with its rows for and against, and what later months said", async () => {
    await opened("Suggested");
    const list = await screen.findByRole("grid", { name: "Suggested rules" });
    const [, group, first] = within(list).getAllByRole("row");
    expect(group).toHaveTextContent("Stationery 1 rule");
    expect(first).toHaveTextContent("Creditor starts with ZEBRA SUPPLIES");
    expect(first).toHaveTextContent("Stationery31121 of 2230");
    const against = screen.getByRole("grid", { name: "Rows where you decided otherwise" });
    expect(against).toHaveTextContent("ZEBRA SUPPLIES 9");
    expect(against).toHaveTextContent("Postage");
    expect(screen.getByText(/they decided 37% of the rows/)).toHaveTextContent("80%");
  });

  it("are added with one key, as a new version, and taken back", async () => {
    const { platform, user } = await opened("Suggested");
    await screen.findByRole("grid", { name: "Suggested rules" });
    await user.keyboard("a");
    expect(await screen.findByText(/Rule added: version 4/)).toBeVisible();
    const accepted = platform.calls.find((call) => call.method === "suggestion/accept");
    expect(accepted?.params).toMatchObject({
      skill: "card-coding",
      rules: [
        {
          conditions: [{ field: "creditor", cell: "starts with ZEBRA SUPPLIES" }],
          then: [{ field: "account", cell: "Stationery" }],
          note: "learnt: 31 of 32 rows",
        },
      ],
    });
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() =>
      expect(platform.calls.some((call) => call.method === "version/restore")).toBe(true),
    );
  });

  it("say before they are added which rule loses which rows", async () => {
    await opened("Suggested");
    const one = await screen.findByRole("region", { name: "Suggested rules" });
    expect(await within(one).findByText(/It would be rule 1/)).toBeVisible();
    expect(within(one).getByRole("listitem")).toHaveTextContent(
      "Saved rule 1 (Creditor contains OYSTER) loses 20 rows to rule 1 here.",
    );
    const rows = within(one).getByRole("table", { name: "Rows that come out differently" });
    expect(rows).toHaveTextContent("Travelling Expenses (rule 1)Postage (rule 1)");
  });

  it("say what later months made of each rule and outcome, and what would help", async () => {
    const { user } = await opened("Suggested");
    const one = await screen.findByRole("region", { name: "Suggested rules" });
    expect(one).toHaveTextContent(
      "In later months it fits 28 rows. Rules known before each month decided 22 of them so, and you had decided the same for 21 (95",
    );
    const outcomes = within(one).getByRole("table", { name: "By outcome, on later months" });
    const rows = within(outcomes).getAllByRole("row");
    expect(rows[1]).toHaveTextContent("About 40 more rows of this kind");
    expect(rows[2]).toHaveTextContent("Another input: 21 rows alike");
    expect(rows[3]).toHaveTextContent("Not known");
    await user.click(screen.getByText("WWW.DVLA.GOV.UK", { selector: "b" }));
    const other = await screen.findByRole("region", { name: "Suggested rules" });
    expect(other).toHaveTextContent("Not tried yet: in later months it fits 12 rows");
    expect(other).toHaveTextContent("20 more such rows would show how often you agree.");
  });

  it("are added as a group with one key, as one version", async () => {
    const { platform, user } = await opened("Suggested");
    await user.click(await screen.findByRole("radio", { name: "by condition" }));
    const list = await screen.findByRole("grid", { name: "Suggested rules" });
    expect(within(list).getAllByRole("row")[1]).toHaveTextContent("Creditor 2 rules");
    await user.keyboard("{Shift>}a{/Shift}");
    expect(await screen.findByText(/2 rules added: version 4/)).toBeVisible();
    const accepted = platform.calls.filter((call) => call.method === "suggestion/accept");
    expect(accepted).toHaveLength(1);
    expect(accepted[0]?.params).toMatchObject({ rules: [{}, {}] });
    expect(await screen.findByText("Nothing new to suggest")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() =>
      expect(platform.calls.some((call) => call.method === "version/restore")).toBe(true),
    );
  });

  it("lead from a row for or against to that row in review", async () => {
    const { user } = await opened("Suggested");
    const against = await screen.findByRole("grid", { name: "Rows where you decided otherwise" });
    await user.dblClick(within(against).getByText("ZEBRA SUPPLIES 9"));
    await waitFor(() => expect(document.title).toMatch(/run 1 · Stampmill/));
  });

  it("are dismissed with one key and brought back", async () => {
    const { user } = await opened("Suggested");
    const list = await screen.findByRole("grid", { name: "Suggested rules" });
    await user.keyboard("x");
    await waitFor(() => expect(within(list).queryByText("ZEBRA SUPPLIES")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await within(list).findByText("ZEBRA SUPPLIES")).toBeVisible();
  });
});

describe("Rules table", () => {
  it("says what each rule does on the last run: rows, dead, shadowed", async () => {
    await opened("Edit");
    const table = await screen.findByRole("table", { name: "Rules table" });
    await waitFor(() => expect(within(table).getByText("matches no row")).toBeVisible());
    expect(within(table).getByText("always after rule 1")).toBeVisible();
    expect(screen.getByText(/Tried on Month end 2: decides 412 of 600 rows/)).toBeVisible();
  });

  it("adds a rule from menus, refuses it unfinished, and saves a new version", async () => {
    const { platform, user } = await opened("Edit");
    await user.click(await screen.findByRole("button", { name: "Add a rule" }));
    const table = screen.getByRole("table", { name: "Rules table" });
    const rule = Number(table.getAttribute("aria-rowcount")) - 1;
    const menu = screen.getByRole("combobox", { name: `Creditor of rule ${rule}` });
    await waitFor(() => expect(menu).toHaveFocus());
    await user.selectOptions(menu, "contains");
    await user.type(
      screen.getByRole("textbox", { name: `Creditor of rule ${rule}, Value` }),
      "ZEBRA",
    );
    expect(await screen.findByText("1 rule cannot be used yet")).toBeVisible();
    const save = screen.getByRole("button", { name: "Save as a new version" });
    expect(save).toBeDisabled();
    await user.selectOptions(
      screen.getByRole("combobox", { name: `then Account Description of rule ${rule}` }),
      "Postage",
    );
    await waitFor(() => expect(save).toBeEnabled());
    await user.click(save);
    await waitFor(() =>
      expect(platform.calls.some((call) => call.method === "rules/save")).toBe(true),
    );
    const saved = platform.calls.find((call) => call.method === "rules/save");
    expect(JSON.stringify(saved?.params)).toContain("contains ZEBRA");
  });

  it("moves, deletes and undoes", async () => {
    const { user } = await opened("Edit");
    const first = () =>
      screen.getByRole<HTMLInputElement>("textbox", { name: /Creditor of rule 1, Value/ }).value;
    await screen.findByRole("table", { name: "Rules table" });
    expect(first()).toBe("OYSTER");
    await user.click(screen.getByRole("button", { name: "Move rule 1 down" }));
    expect(screen.queryByDisplayValue("OYSTER")).toBe(
      screen.getByRole("textbox", { name: "Creditor of rule 2, Value" }),
    );
    await user.click(screen.getByRole("button", { name: "Delete rule 2" }));
    expect(screen.queryByDisplayValue("OYSTER")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(first()).toBe("OYSTER");
  });

  it("opens a file from a spreadsheet program without saving it", async () => {
    const { platform, user } = await opened("Edit");
    await user.click(await screen.findByRole("button", { name: "Excel and CSV" }));
    await user.click(await screen.findByRole("menuitem", { name: /Open an Excel or CSV file/ }));
    const dialog = await screen.findByRole("dialog", { name: "What the file would change" });
    expect(dialog).toHaveTextContent(/1 added · \d+ removed/);
    expect(screen.queryByDisplayValue("FROM THE FILE")).toBeNull();
    await user.click(within(dialog).getByRole("button", { name: "Replace the table" }));
    expect(await screen.findByDisplayValue("FROM THE FILE")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(screen.queryByDisplayValue("FROM THE FILE")).toBeNull();
    expect(platform.calls.some((call) => call.method === "rules/save")).toBe(false);
  });
});

describe("Rules table of many rules", () => {
  it("draws what is in view, finds, duplicates and moves by keyboard", async () => {
    const { user } = await opened("Edit");
    const table = await screen.findByRole("table", { name: "Rules table" });
    const count = () => Number(table.getAttribute("aria-rowcount")) - 1;
    const before = count();
    await user.click(screen.getByRole("button", { name: "Duplicate rule 1" }));
    expect(count()).toBe(before + 1);
    expect(screen.getByRole("combobox", { name: "Creditor of rule 2" })).toHaveFocus();
    await user.keyboard("{Control>}{ArrowUp}{/Control}");
    expect(screen.getByRole("combobox", { name: "Creditor of rule 1" })).toHaveFocus();
    await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
    expect(screen.getByRole("combobox", { name: "Creditor of rule 2" })).toHaveFocus();
    await user.type(screen.getByRole("searchbox", { name: "Find a rule" }), "oyster{Enter}");
    expect(screen.getByText("2 of 2")).toBeVisible();
  });

  it("is not saved over a version somebody else saved meanwhile", async () => {
    const { platform, user } = await opened("Edit");
    await user.click(await screen.findByRole("button", { name: "Move rule 1 down" }));
    const skill = "card-coding";
    const { base, columns, rows } = await platform.call("rules/get", { skill });
    await platform.call("rules/save", { skill, base, columns, rows: rows.slice(1) });
    expect(await screen.findByText(/version 4 is stored now. Yours stand here/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Save as a new version" })).toBeDisabled();
    expect(screen.getByRole("textbox", { name: "Creditor of rule 2, Value" })).toHaveValue(
      "OYSTER",
    );
    await user.click(screen.getByRole("button", { name: "Keep mine" }));
    const save = screen.getByRole("button", { name: "Save as a new version" });
    await waitFor(() => expect(save).toBeEnabled());
    await user.click(save);
    expect(await screen.findByText("Saved as version 5")).toBeVisible();
  });
});
