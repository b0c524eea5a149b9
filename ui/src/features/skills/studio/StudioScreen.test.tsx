import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { EvalView } from "@/bindings/contract";
import { createFakePlatform, type FakePlatform } from "@/testing/fakePlatform";
import { openWindow } from "@/testing/openWindow";

function draftsOf(platform: ReturnType<typeof createFakePlatform>, method: string) {
  return platform.calls.filter((call) => call.method === method).map((call) => call.params);
}

describe("The skill editor", () => {
  it("makes a skill without a line of code and opens it", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/skills/new", { platform });
    await user.type(await screen.findByRole("textbox", { name: "Name" }), "Sort Mail");
    await user.type(
      screen.getByRole("textbox", { name: "What it does, and when to use it" }),
      "Sorts mail.",
    );
    await user.click(screen.getByRole("tab", { name: /Inputs/ }));
    await user.type(screen.getByRole("textbox", { name: "Name people see" }), "Body text");
    await user.click(screen.getByRole("tab", { name: /Result/ }));
    await user.type(screen.getByRole("textbox", { name: "Name people see" }), "Kind");
    await user.click(screen.getByRole("tab", { name: /Instructions/ }));
    const instructions = screen.getByRole("textbox", { name: "What the model is told" });
    await user.type(instructions, "Read ");
    await user.click(screen.getByRole("button", { name: "Insert a field" }));
    await user.click(await screen.findByRole("menuitem", { name: "Body text" }));
    expect(instructions).toHaveValue("Read {{body_text}}");
    const save = screen.getByRole("button", { name: "Save as a new version" });
    await waitFor(() => expect(save).toBeEnabled());
    await user.click(save);
    await waitFor(() => expect(document.title).toContain("sort-mail"));
    expect(draftsOf(platform, "studio/save")[0]).toMatchObject({
      draft: {
        name: "sort-mail",
        inputs: [{ name: "body_text", label: "Body text" }],
        outputs: [{ name: "kind", label: "Kind" }],
      },
    });
  });

  it("calls nothing wrong in a new skill before somebody came to it", async () => {
    const { user } = openWindow("/skills/new");
    const name = await screen.findByRole("textbox", { name: "Name" });
    await user.type(name, "x");
    await user.clear(name);
    await user.type(screen.getByRole("textbox", { name: "What it does, and when to use it" }), "y");
    expect(screen.queryByText("Write what the model is to do.")).toBeNull();
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Save as a new version" })).toBeEnabled(),
    );
    await user.click(screen.getByRole("button", { name: "Save as a new version" }));
    expect(await screen.findByText("Write what the model is to do.")).toBeVisible();
  });

  it("says what is wrong at the value and does not save", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/skills/card-coding/edit", { platform });
    const description = await screen.findByRole("textbox", {
      name: "What it does, and when to use it",
    });
    await user.clear(description);
    await waitFor(() =>
      expect(description).toHaveAccessibleDescription(
        "Say in a sentence what the skill does and when to use it.",
      ),
    );
    await user.click(screen.getByRole("button", { name: "Save as my own" }));
    expect(screen.getByText("1 value to correct")).toBeVisible();
    expect(platform.calls.some((call) => call.method === "studio/save")).toBe(false);
    expect(screen.getByRole("tab", { name: /Instructions.*1 value to correct/ })).toBeVisible();
  });

  it("takes back what was typed, value by value, and brings it again", async () => {
    const { user } = openWindow("/skills/card-coding/edit");
    const description = await screen.findByRole("textbox", {
      name: "What it does, and when to use it",
    });
    const before = "Says which account a purchasing-card line belongs to.";
    await user.type(description, " More.");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(description).toHaveValue(before);
    await user.click(screen.getByRole("button", { name: "Redo" }));
    expect(description).toHaveValue(`${before} More.`);
  });

  it("keeps what was not saved when the editor is left", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/skills/card-coding/edit", { platform });
    const description = await screen.findByRole("textbox", {
      name: "What it does, and when to use it",
    });
    await user.type(description, " Kept.");
    await user.click(screen.getByRole("link", { name: "card-coding" }));
    await waitFor(() =>
      expect(draftsOf(platform, "studio/keep").at(-1)).toMatchObject({
        skill: "card-coding",
        draft: { description: expect.stringContaining("Kept.") as string },
      }),
    );
    await user.click(await screen.findByRole("button", { name: "Edit" }));
    expect(await screen.findByText(/changes that were not saved/)).toBeVisible();
    expect(screen.getByRole("textbox", { name: "What it does, and when to use it" })).toHaveValue(
      "Says which account a purchasing-card line belongs to. Kept.",
    );
    await user.click(screen.getByRole("button", { name: "Discard changes" }));
    await waitFor(() =>
      expect(draftsOf(platform, "studio/keep").at(-1)).toEqual({ skill: "card-coding" }),
    );
  });

  it("pastes choices one per line and asks for what a check needs", async () => {
    const { user } = openWindow("/skills/card-coding/edit");
    await user.click(await screen.findByRole("tab", { name: /Result/ }));
    const account = screen.getByRole("group", { name: "Account Description" });
    const values = within(account).getByRole("textbox", { name: "Values, one per line" });
    await user.clear(values);
    await user.click(values);
    await user.paste("Food Costs\r\nPostage\r\n");
    expect(values).toHaveValue("Food Costs\nPostage\n");
    await user.click(screen.getByRole("tab", { name: /Checks/ }));
    await user.click(screen.getByRole("button", { name: "Add a check" }));
    const [, added] = screen.getAllByRole("group");
    if (!added) throw new Error("no check was added");
    await user.click(within(added).getByRole("combobox", { name: "Check" }));
    await user.click(await screen.findByRole("option", { name: "stands in a table" }));
    await user.click(screen.getByRole("button", { name: "New table" }));
    expect(
      screen.getByRole("textbox", { name: "The table, as CSV or pasted from a spreadsheet" }),
    ).toBeVisible();
  });

  it("asks a second model: who, about what, told what; it only warns", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/skills/card-coding/edit", { platform });
    await user.click(await screen.findByRole("tab", { name: /Checks/ }));
    const card = screen.getByRole("group");
    await user.click(within(card).getByRole("combobox", { name: "Check" }));
    await user.click(await screen.findByRole("option", { name: "a second model agrees" }));
    expect(within(card).queryByRole("checkbox", { name: "Worth a look only" })).toBeNull();
    await user.click(within(card).getByLabelText("Second model", { selector: "input" }));
    await user.paste("openai/gpt-6-luna");
    await user.click(within(card).getByLabelText("Told to it beside the instructions"));
    await user.paste("Mind the rail tickets.");
    const save = screen.getByRole("button", { name: "Save as my own" });
    await waitFor(() => expect(save).toBeEnabled());
    await user.click(save);
    await waitFor(() => expect(draftsOf(platform, "studio/save")).toHaveLength(1));
    expect(draftsOf(platform, "studio/save")[0]).toMatchObject({
      draft: {
        checks: [
          {
            kind: "agree",
            field: "confidence",
            model: "openai/gpt-6-luna",
            instruction: "Mind the rail tickets.",
          },
        ],
      },
    });
  });

  it("tries rows without saving and shows exactly what the model was told", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/skills/card-coding/edit", { platform });
    const go = await screen.findByRole("button", { name: "Try 5 rows" });
    await waitFor(() => expect(go).toBeEnabled());
    await user.click(go);
    expect(await screen.findByText("1 of 1 row done")).toBeVisible();
    expect(draftsOf(platform, "studio/save")).toEqual([]);
    await user.click(screen.getByRole("radio", { name: "Prompt" }));
    expect(
      screen.getByText(/Choose the account from the chart of accounts/, { selector: "pre" }),
    ).toBeVisible();
  });

  it("speaks Chinese", async () => {
    const platform = createFakePlatform();
    platform.engine.state.settings.language = "zh";
    openWindow("/skills/card-coding/edit", { platform, language: "zh" });
    expect(await screen.findByRole("textbox", { name: "给模型的说明" })).toBeVisible();
    expect(screen.getByRole("button", { name: "存为我的技能" })).toBeVisible();
  });
});

describe("Versions", () => {
  it("compares a version with the one before and brings one back", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/skills/card-coding", { platform });
    await user.click(await screen.findByRole("tab", { name: "Versions" }));
    expect(await screen.findByText("Choose the one account.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: /Version 1/ }));
    await user.click(screen.getByRole("button", { name: "Bring this version back" }));
    expect(draftsOf(platform, "version/restore")).toEqual([
      { skill: "card-coding", version: "shipped" },
    ]);
  });

  it("finds skills of other programs and says that scripts are never run", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/skills/card-coding", { platform });
    await user.click(await screen.findByRole("button", { name: "Import" }));
    await user.click(await screen.findByText("From another program's folder"));
    const dialog = await screen.findByRole("dialog", { name: "Skills found" });
    expect(dialog).toHaveTextContent("has scripts, which are kept and never run");
    await user.click(within(dialog).getByRole("button", { name: "Import" }));
    expect(draftsOf(platform, "skill/import")).toEqual([{ grant: "grant-found" }]);
  });
});

describe("Comparing models", () => {
  it("measures a skill with several models and says how sure the difference is", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/skills/card-coding", { platform });
    await user.click(await screen.findByRole("tab", { name: "Compare models" }));
    const models = screen.getByRole("combobox", { name: "Models" });
    await user.click(models);
    await user.click(await screen.findByRole("option", { name: "practice/sample" }));
    await user.keyboard("{Escape}");
    await user.click(screen.getByRole("button", { name: "Compare" }));
    expect(draftsOf(platform, "eval/start")).toEqual([
      { skill: "card-coding", models: ["practice/sample"] },
    ]);
    expect(await screen.findByText("18 of 20")).toBeVisible();
    expect(screen.getByText(/with 95% certainty between \+2% and \+72%/)).toBeVisible();
    expect(screen.getByText(/practice: made-up answers/)).toBeVisible();
    // Whoever looks at another part meanwhile finds it as it was.
    await user.click(screen.getByRole("tab", { name: "Recipe" }));
    await user.click(screen.getByRole("tab", { name: "Compare models" }));
    expect(await screen.findByText("18 of 20")).toBeVisible();
    expect(screen.getByText("practice/sample", { selector: ".mantine-Pill-label" })).toBeVisible();
    expect(draftsOf(platform, "eval/start")).toHaveLength(1);
  });

  it("keeps what was paid when it is stopped in the middle, and says what cannot be stopped or read", async () => {
    const { platform, stop } = halfCompared();
    const { user } = openWindow("/skills/card-coding", { platform });
    await user.click(await screen.findByRole("tab", { name: "Compare models" }));
    await user.click(screen.getByRole("combobox", { name: "Models" }));
    await user.click(await screen.findByRole("option", { name: "practice/sample" }));
    await user.keyboard("{Escape}");
    const refusal = { code: "unreachable", message: "x", hint: null, params: {} };
    platform.refuse("eval/get", refusal);
    await user.click(screen.getByRole("button", { name: "Compare" }));
    const again = await screen.findByRole("button", { name: "Try again" });
    platform.refuse("eval/get", null);
    await user.click(again);
    expect(await screen.findByText("4 of 7")).toBeVisible();
    platform.refuse("run/stop", refusal);
    await user.click(screen.getByRole("button", { name: "Stop comparing" }));
    expect(await screen.findByText(/The models go on working/)).toBeVisible();
    platform.refuse("run/stop", null);
    await user.click(screen.getByRole("button", { name: "Stop comparing" }));
    expect(await screen.findByText(/7 answers were paid for: they stay/)).toBeVisible();
    expect(stop).toHaveBeenCalledWith("eval-0");
    expect(screen.getByText("4 of 7")).toBeVisible();
    expect(screen.getByText("0.0041")).toBeVisible();
    expect(screen.getByText("not done")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Stop comparing" })).toBeNull();
  });
});

/** A comparison of one model, seven of twenty rows done, until it is stopped. */
function halfCompared() {
  const view = (state: string): EvalView => ({
    skill: "card-coding",
    version: "3",
    cases: 20,
    confidence: 0.95,
    over: state !== "running",
    models: [
      {
        model: "practice/sample",
        run: "eval-0",
        state,
        practice: false,
        done: 7,
        agreed: 4,
        fields_agreed: 9,
        fields: 14,
        failed: 0,
        by_rule: 0,
        cost_usd: "0.0041",
        wall_ms: 900,
      },
    ],
    pairs: [],
    items: [{ id: "oyster", agreed: [null], differs: [[]] }],
  });
  let state = "running";
  const stop = vi.fn<(run: string) => void>();
  const platform: FakePlatform = createFakePlatform({
    answers: {
      "eval/start": () => view(state),
      "eval/get": () => view(state),
      "run/stop": ({ run }) => {
        stop(run);
        state = "cancelled";
        const stopped = platform.engine.state.runs[0];
        if (stopped === undefined) throw new Error("no run");
        return stopped;
      },
    },
  });
  return { platform, stop };
}
