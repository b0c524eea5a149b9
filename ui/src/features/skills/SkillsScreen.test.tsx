import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { createFakePlatform } from "@/testing/fakePlatform";
import { skillView } from "@/testing/fixtures/skills";
import { openWindow } from "@/testing/openWindow";

describe("Skills", () => {
  it("opens on the first skill and its rules, in words", async () => {
    openWindow("/skills");
    const rules = await screen.findByRole("table", { name: "Rules" });
    const [, first, second] = within(rules).getAllByRole("row");
    expect(first).toHaveTextContent("contains OYSTER");
    expect(first).toHaveTextContent("public transport top-ups");
    expect(first).toHaveTextContent("99");
    expect(second).toHaveTextContent(
      "one of TESCO STORES 6412, ASDA HOME SHOPPING, SAINSBURYS S/MKTbetween 0 and 150Food Costs",
    );
    expect(screen.getByText(/rows were decided by rules in the latest run/)).toHaveTextContent(
      "412",
    );
    expect(screen.getByRole("link", { name: /card-coding/ })).toHaveAttribute(
      "aria-current",
      "page",
    );
  });

  it("moves between its parts with the arrows and shows fields and checks", async () => {
    const { user } = openWindow("/skills/card-coding");
    (await screen.findByRole("tab", { name: /Rules/ })).focus();
    await user.keyboard("{ArrowLeft}");
    const result = screen.getByRole("table", { name: "Result" });
    expect(within(result).getByRole("row", { name: /Account Description/ })).toHaveTextContent(
      "one of a listyes8 values",
    );
    await user.keyboard("{End}{ArrowLeft}{ArrowLeft}");
    expect(screen.getByRole("tab", { name: /Checks/ })).toHaveFocus();
    expect(screen.getByText("Confidence is between 0 and 1")).toBeVisible();
  });

  it("shows the text for the model as text, whatever it holds", async () => {
    const view = skillView("card-coding");
    if (!view) throw new Error("no fixture");
    const instructions = "# Title\n<img src=x onerror=alert(1)>";
    const platform = createFakePlatform({
      answers: { "skill/get": () => ({ ...view, rule_rows: [], instructions }) },
    });
    openWindow("/skills/card-coding", { platform });
    expect(await screen.findByText(/<img src=x onerror=alert\(1\)>/)).toBeVisible();
    expect(document.querySelector("main img")).toBeNull();
  });

  it("says what is wrong with a skill by file and line, and does not offer it", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/skills/clause-check", { platform });
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "`rules.csv` line 4: unknown condition `greater 5`",
    );
    expect(screen.getByRole("button", { name: "Use in a new job" })).toBeDisabled();
    const before = platform.calls.filter((call) => call.method === "skill/get").length;
    await user.click(screen.getByRole("button", { name: "Read again" }));
    await waitFor(() =>
      expect(platform.calls.filter((call) => call.method === "skill/get")).toHaveLength(before + 1),
    );
  });

  it("imports a skill from a zip file and opens it", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/skills", { platform });
    await user.click(await screen.findByRole("button", { name: "Import" }));
    await user.click(await screen.findByText("From a zip file"));
    await waitFor(() =>
      expect(platform.calls).toContainEqual({
        method: "skill/import",
        params: { grant: "grant-skill" },
      }),
    );
    await waitFor(() => expect(document.title).toContain("my-skill"));
  });

  it("says why an import failed and that nothing changed", async () => {
    const platform = createFakePlatform();
    platform.refuse("skill/import", {
      code: "made_up",
      message: "`SKILL.md` line 2: the description is missing",
      hint: null,
      params: {},
    });
    const { user } = openWindow("/skills", { platform });
    await user.click(await screen.findByRole("button", { name: "Import" }));
    await user.click(await screen.findByText("From a folder"));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "line 2: the description is missing",
    );
    expect(screen.getByRole("alert")).toHaveTextContent("The library is unchanged.");
  });

  it("begins a new job with the open skill", async () => {
    const { user } = openWindow("/skills/mtg-prep");
    await user.click(await screen.findByRole("button", { name: "Use in a new job" }));
    const dialog = await screen.findByRole("dialog", { name: "New job" });
    expect(await within(dialog).findByRole("radio", { name: /mtg-prep/ })).toBeChecked();
  });

  it("offers to import when the library is empty, in Chinese too", async () => {
    const platform = createFakePlatform({ answers: { "skill/list": () => [] } });
    platform.engine.state.settings.language = "zh";
    openWindow("/skills", { platform, language: "zh" });
    expect(await screen.findByText("还没有技能")).toBeVisible();
    expect(screen.getByRole("button", { name: "从 zip 文件" })).toBeVisible();
  });
});
