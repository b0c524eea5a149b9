import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { reviewRow } from "@/testing/fakeEngine/survey";
import { createFakePlatform, type FakePlatform } from "@/testing/fakePlatform";
import { invoiceRow } from "@/testing/fixtures/invoices";
import { openWindow } from "@/testing/openWindow";

const callsOf = (platform: FakePlatform, method: string) =>
  platform.calls.filter((call) => call.method === method).map((call) => call.params);

/** Opens the review of the documents' run: eight rows need a person, 207 to 214. */
async function openReview(platform = createFakePlatform()) {
  const opened = openWindow("/review/run-5", { platform });
  await screen.findByRole("heading", { name: "8 left" });
  return { ...opened, platform };
}

const now = () => screen.getByRole("option", { selected: true }).textContent;

describe("the list of reviews", () => {
  it("names runs with rows that wait and opens one with Enter", async () => {
    const { user } = openWindow("/review");
    const table = await screen.findByRole("grid", { name: "Runs with results to review" });
    const rows = within(table).getAllByRole("row").slice(1);
    expect(rows.map((row) => row.querySelector("td")?.textContent)).toEqual([
      "Card coding, February and March, run 12",
      "Invoice figures, October, run 5",
    ]);
    rows[0]?.focus();
    await user.keyboard("{ArrowDown}");
    await waitFor(() => expect(rows[1]).toHaveFocus());
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("region", { name: "Result" })).toBeInTheDocument();
  });

  it("says that nothing waits", async () => {
    openWindow("/review", { platform: createFakePlatform({ scene: "empty" }) });
    expect(
      await screen.findByRole("heading", { name: "Nothing waits for you" }),
    ).toBeInTheDocument();
  });
});

describe("review by keyboard", () => {
  it("accepts with A and goes to the next row by itself", async () => {
    const { user, platform } = await openReview();
    expect(now()).toBe("inv-21449.pdf 208 Row 208, needs review");
    await user.keyboard("a");
    expect(now()).toBe("inv-21456.pdf 209 Row 209, needs review");
    expect(screen.getByRole("heading", { name: "7 left" })).toBeInTheDocument();
    expect(screen.getByText("Row 208 accepted")).toBeInTheDocument();
    await waitFor(() =>
      expect(callsOf(platform, "review/decide")).toEqual([
        { run: "run-5", tasks: [207], verdict: "accepted" },
      ]),
    );
  });

  it("rejects with X, takes it back with Z, and stands at the row again", async () => {
    const { user, platform } = await openReview();
    await user.keyboard("x");
    expect(now()).toBe("inv-21456.pdf 209 Row 209, needs review");
    await user.keyboard("z");
    expect(now()).toBe("inv-21449.pdf 208 Row 208, needs review");
    expect(screen.getByRole("heading", { name: "8 left" })).toBeInTheDocument();
    await waitFor(() => expect(callsOf(platform, "review/undo")).toEqual([{ run: "run-5" }]));
    expect(await screen.findByText("1 row is open again")).toBeInTheDocument();
  });

  it("sends verdicts in the order they were given", async () => {
    const { user, platform } = await openReview();
    await user.keyboard("axaza");
    await waitFor(() => expect(callsOf(platform, "review/undo")).toHaveLength(1));
    await waitFor(() =>
      expect(
        platform.calls
          .filter(({ method }) => ["review/decide", "review/undo"].includes(method))
          .map(({ method, params }) => [method, (params as { tasks?: number[] }).tasks?.[0]]),
      ).toEqual([
        ["review/decide", 207],
        ["review/decide", 208],
        ["review/decide", 209],
        ["review/undo", undefined],
        ["review/decide", 209],
      ]),
    );
  });

  it("corrects with E, saves with Enter, and says what it became", async () => {
    const { user, platform } = await openReview();
    await user.keyboard("e");
    const number = await screen.findByRole("textbox", { name: "Invoice number" });
    expect(screen.getByRole("textbox", { name: "Supplier" })).toHaveFocus();
    await user.clear(number);
    await user.type(number, "INV-1{Enter}");
    expect(now()).toBe("inv-21456.pdf 209 Row 209, needs review");
    expect(screen.getByText("Row 208 corrected to INV-1")).toBeInTheDocument();
    await waitFor(() =>
      expect(callsOf(platform, "review/decide")).toEqual([
        { run: "run-5", tasks: [207], verdict: "corrected", fields: { number: "INV-1" } },
      ]),
    );
  });

  it("leaves letters to a field that has the focus", async () => {
    const { user, platform } = await openReview();
    await user.keyboard("e");
    await user.keyboard("ax");
    expect(screen.getByRole("textbox", { name: "Supplier" })).toHaveValue("Camden Cateringax");
    expect(callsOf(platform, "review/decide")).toEqual([]);
  });

  it("does not save on the Enter that picks a candidate of an input method", async () => {
    const { user, platform } = await openReview();
    await user.keyboard("e");
    const supplier = screen.getByRole("textbox", { name: "Supplier" });
    fireEvent.compositionStart(supplier);
    fireEvent.change(supplier, { target: { value: "北方文具" } });
    fireEvent.keyDown(supplier, { key: "Enter", isComposing: true, keyCode: 229 });
    // WebKit ends the composition first; only the key code tells.
    fireEvent.compositionEnd(supplier);
    fireEvent.keyDown(supplier, { key: "Enter", isComposing: false, keyCode: 229 });
    expect(screen.getByRole("textbox", { name: "Supplier" })).toHaveValue("北方文具");
    expect(callsOf(platform, "review/decide")).toEqual([]);
    fireEvent.keyDown(supplier, { key: "Enter", keyCode: 13 });
    await waitFor(() =>
      expect(callsOf(platform, "review/decide")).toEqual([
        { run: "run-5", tasks: [207], verdict: "corrected", fields: { supplier: "北方文具" } },
      ]),
    );
  });

  it("gives up a correction with Escape", async () => {
    const { user } = await openReview();
    await user.keyboard("e");
    await user.type(screen.getByRole("textbox", { name: "Supplier" }), "!");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("textbox", { name: "Supplier" })).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Supplier: Camden Catering" })).toBeInTheDocument();
  });

  it("moves with J and K and skips with S without judging", async () => {
    const { user, platform } = await openReview();
    await user.keyboard("jjk");
    expect(now()).toBe("inv-21456.pdf 209 Row 209, needs review");
    await user.keyboard("s");
    expect(now()).toBe("inv-21463.pdf 210 Row 210, needs review");
    expect(callsOf(platform, "review/decide")).toEqual([]);
  });

  it("walks through the evidence with the brackets", async () => {
    const { user } = await openReview();
    const source = screen.getByRole("region", { name: "Source" });
    const marked = () => source.querySelector("mark[data-now=true]")?.textContent;
    const number = () => source.querySelector("mark[data-now=true]")?.getAttribute("data-number");
    await waitFor(() => expect(number()).toBe("1"));
    await user.keyboard("]");
    expect(number()).toBe("2");
    await user.keyboard("t");
    expect(marked()).toBe("INV-214492");
    await user.keyboard("[[[[");
    expect(marked()).toBe("1,237.834");
  });

  it("takes an alternative with its number", async () => {
    const { user, platform } = openWindow("/review/run-12");
    const others = await screen.findByRole("group", { name: "Other choices" });
    const [first] = within(others).getAllByRole("button");
    const account = first?.title ?? "";
    await user.keyboard(first?.textContent.at(0) ?? "");
    expect(
      screen.getByText((text) => text.endsWith(`corrected to ${account}`)),
    ).toBeInTheDocument();
    await waitFor(() =>
      expect(callsOf(platform, "review/decide")).toEqual([
        expect.objectContaining({ verdict: "corrected", fields: { account } }),
      ]),
    );
  });
});

describe("accepting all that match", () => {
  it("says how many first, accepts them together, and takes them back together", async () => {
    const { user, platform } = await openReview();
    await user.keyboard("{Shift>}A{/Shift}");
    expect(
      await screen.findByText(
        /^8 rows match and are not judged yet. Accept them all as they are\?/,
      ),
    ).toBeInTheDocument();
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("heading", { name: "0 left" })).toBeInTheDocument();
    expect(screen.getByText("8 rows accepted")).toBeInTheDocument();
    await waitFor(() =>
      expect(callsOf(platform, "review/accept_matching")).toEqual([
        { run: "run-5", filter: { show: "needs_review", search: "", picks: [] }, count: 8 },
      ]),
    );
    await user.keyboard("z");
    expect(await screen.findByRole("heading", { name: "8 left" })).toBeInTheDocument();
    expect(await screen.findByText("8 rows are open again")).toBeInTheDocument();
  });
});

describe("what is refused", () => {
  const refusal = {
    code: "internal",
    message: "the database is locked",
    hint: null,
    params: {},
  };

  it("comes back into the list with a sentence", async () => {
    const { user, platform } = await openReview();
    platform.refuse("review/decide", refusal);
    await user.keyboard("a");
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Row 208 was not accepted; it is back in the list.",
    );
    expect(now()).toBe("inv-21449.pdf 208 Row 208, needs review");
    expect(screen.getByRole("heading", { name: "8 left" })).toBeInTheDocument();
    platform.refuse("review/decide", null);
    await user.keyboard("a");
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(screen.getByRole("heading", { name: "7 left" })).toBeInTheDocument();
  });

  it("keeps what was typed", async () => {
    const { user, platform } = await openReview();
    platform.refuse("review/decide", refusal);
    await user.keyboard("e");
    await user.clear(screen.getByRole("textbox", { name: "Date" }));
    await user.type(screen.getByRole("textbox", { name: "Date" }), "soon{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Row 208 was not corrected; what you typed is kept.",
    );
    expect(screen.getByRole("textbox", { name: "Date" })).toHaveValue("soon");
  });

  it("is not taken back by an undo that came too early", async () => {
    const { user, platform } = await openReview();
    await user.keyboard("a");
    await waitFor(() => expect(callsOf(platform, "review/decide")).toHaveLength(1));
    platform.refuse("review/decide", refusal);
    fireEvent.keyDown(document.body, { key: "a" });
    fireEvent.keyDown(document.body, { key: "z" });
    expect(await screen.findByRole("alert")).toHaveTextContent("Row 209 was not accepted");
    expect(callsOf(platform, "review/undo")).toEqual([]);
    expect(screen.getByRole("heading", { name: "7 left" })).toBeInTheDocument();
  });
});

it("takes back a verdict of an earlier day and shows its row", async () => {
  const platform = createFakePlatform();
  await platform.call("review/decide", { run: "run-5", tasks: [207], verdict: "accepted" });
  const { user } = openWindow("/review/run-5", { platform });
  await screen.findByRole("heading", { name: "7 left" });
  await user.keyboard("z");
  expect(await screen.findByRole("heading", { name: "8 left" })).toBeInTheDocument();
  await waitFor(() => expect(now()).toBe("inv-21449.pdf 208 Row 208, needs review"));
  await user.keyboard("z");
  expect(await screen.findByText("There is nothing to take back.")).toBeInTheDocument();
});

it("reads the list once, not once a key", async () => {
  const { user, platform } = await openReview();
  const before = callsOf(platform, "review/rows").length;
  await user.keyboard("aaaa");
  await waitFor(() => expect(callsOf(platform, "review/decide")).toHaveLength(4));
  expect(callsOf(platform, "review/rows")).toHaveLength(before);
});

it("offers the rest when nothing needs review any more", async () => {
  const platform = createFakePlatform();
  platform.engine.state.verdicts.clear();
  const { user } = openWindow("/review/run-12?filter=judged", { platform });
  expect(await screen.findByRole("heading", { name: "No such rows" })).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Judged" }));
  await user.click(await screen.findByRole("menuitem", { name: "All not judged" }));
  expect(await screen.findByRole("region", { name: "Result" })).toBeInTheDocument();
});

it("says what went wrong when the list cannot be read, and reads it again", async () => {
  const platform = createFakePlatform();
  platform.refuse("review/rows", { code: "internal", message: "no", hint: null, params: {} });
  const { user } = openWindow("/review/run-5", { platform });
  expect(await screen.findByRole("alert")).toHaveTextContent("Something went wrong");
  platform.refuse("review/rows", null);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "8 left" })).toBeInTheDocument();
});

it("takes in rows that a run at work adds, without touching the order", async () => {
  let more = false;
  const platform: FakePlatform = createFakePlatform({
    answers: {
      "review/rows": () => {
        const rows = [207, 208, ...(more ? [3] : [])].map((task) => ({
          ...reviewRow(invoiceRow(task, null)),
          verdict: null,
          needs_review: true,
        }));
        return { total: rows.length, rows };
      },
    },
  });
  openWindow("/review/run-5", { platform });
  await screen.findByRole("heading", { name: "2 left" });
  more = true;
  const run = platform.engine.state.runs.find((known) => known.run === "run-5");
  if (!run) throw new Error("no run");
  platform.tell({ kind: "run", run: { ...run, review: { ...run.review, needs_review: 3 } } });
  expect(
    await screen.findByRole("heading", { name: "3 left" }, { timeout: 15_000 }),
  ).toBeInTheDocument();
  expect(now()).toBe("inv-21449.pdf 208 Row 208, needs review");
  expect(screen.getAllByRole("option").at(-1)).toHaveAccessibleName(/Row 4,/);
});
