import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { createFakePlatform, type FakePlatform } from "@/testing/fakePlatform";
import { openWindow } from "@/testing/openWindow";

const callsOf = (platform: FakePlatform, method: string) =>
  platform.calls.filter((call) => call.method === method).map((call) => call.params);

async function openReview(platform = createFakePlatform()) {
  const opened = openWindow("/review/run-5", { platform });
  await screen.findByRole("heading", { name: "8 left" });
  return { ...opened, platform };
}

const now = () => screen.getByRole("option", { selected: true }).textContent;

it("asks again with a note, says what it can cost, goes on, and undo takes the answer back", async () => {
  const { user, platform } = await openReview();
  await user.keyboard("q");
  const note = screen.getByRole("textbox", { name: "What should the model know about this row?" });
  expect(note).toHaveFocus();
  await user.keyboard("The VAT is on page 2");
  expect(
    await screen.findByText("Costs at most 0.0084 USD, under the cap of the run."),
  ).toBeVisible();
  expect(callsOf(platform, "again/ask")).toEqual([]);
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(callsOf(platform, "again/ask")).toEqual([
    { run: "run-5", tasks: [207], note: "The VAT is on page 2", with_answer: true },
  ]);
  expect(now()).toContain("209");
  expect(await screen.findByText("1 row has a new answer")).toBeVisible();
  await user.keyboard("k");
  const notes = await screen.findByRole("region", { name: "Asked again" });
  expect(within(notes).getByText("The VAT is on page 2")).toBeVisible();
  expect(within(notes).getByText("Version 2")).toBeVisible();
  await user.keyboard("z");
  await waitFor(() => expect(callsOf(platform, "review/undo")).toHaveLength(1));
  expect(await screen.findByText("taken back")).toBeVisible();
});

it("flags with a note, skips, and undo walks back through both", async () => {
  const { user, platform } = await openReview();
  await user.keyboard("{Shift>}M{/Shift}");
  await user.type(
    screen.getByRole("textbox", { name: "What to remember about this row" }),
    "ask Ada{Enter}",
  );
  await waitFor(() =>
    expect(callsOf(platform, "review/flag")).toEqual([
      { run: "run-5", task: 207, flagged: true, note: "ask Ada" },
    ]),
  );
  expect(await screen.findByText("ask Ada")).toBeVisible();
  await user.keyboard("s");
  expect(now()).toContain("209");
  await user.keyboard("z");
  expect(now()).toContain("208");
  await user.keyboard("z");
  await waitFor(() => expect(screen.queryByText("ask Ada")).toBeNull());
});

it("learns from the row that was corrected last, and brings the skill's former version back", async () => {
  const { user, platform } = await openReview();
  await user.keyboard("e");
  await user.type(await screen.findByRole("textbox", { name: "Supplier" }), "!{Enter}");
  await user.keyboard("l");
  const panel = await screen.findByRole("dialog", { name: "Learn from row 208" });
  expect(
    await within(panel).findByText(
      "It would also change 12 of 824 other rows, of which you accepted 3 otherwise.",
    ),
  ).toBeVisible();
  expect(callsOf(platform, "learn/save")).toEqual([]);
  await user.click(within(panel).getByRole("button", { name: "Add the rule" }));
  expect(await within(panel).findByText(/^invoice-extract is version \d+ now\.$/)).toBeVisible();
  await user.click(within(panel).getByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(callsOf(platform, "learn/undo")).toEqual([{ run: "run-5", lesson: 1 }]),
  );
});

it("uses the keys the person chose, also on the buttons", async () => {
  const platform = createFakePlatform();
  platform.engine.state.settings.keys = { accept: "b" };
  const { user } = await openReview(platform);
  expect(screen.getByRole("button", { name: "Accept" })).toHaveTextContent("B");
  await user.keyboard("a");
  expect(callsOf(platform, "review/decide")).toEqual([]);
  await user.keyboard("b");
  await waitFor(() => expect(callsOf(platform, "review/decide")).toHaveLength(1));
});
