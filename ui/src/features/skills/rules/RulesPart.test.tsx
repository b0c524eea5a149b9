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
    const first = within(list).getAllByRole("row")[1];
    expect(first).toHaveTextContent("Creditor starts with ZEBRA SUPPLIES");
    expect(first).toHaveTextContent("Stationery31130");
    const against = screen.getByRole("table", { name: "Rows where you decided otherwise" });
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
      conditions: [{ field: "creditor", cell: "starts with ZEBRA SUPPLIES" }],
      then: [{ field: "account", cell: "Stationery" }],
      note: "learnt: 31 of 32 rows",
    });
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() =>
      expect(platform.calls.some((call) => call.method === "version/restore")).toBe(true),
    );
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
    const rows = within(screen.getByRole("table", { name: "Rules table" })).getAllByRole("row");
    const rule = rows.length - 1;
    const menu = screen.getByRole("combobox", { name: `Creditor of rule ${rule}` });
    expect(menu).toHaveFocus();
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
    await user.click(await screen.findByRole("button", { name: "Open a CSV file" }));
    expect(await screen.findByDisplayValue("FROM THE FILE")).toBeVisible();
    expect(platform.calls.some((call) => call.method === "rules/save")).toBe(false);
  });
});
