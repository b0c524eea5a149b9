import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { createFakePlatform, type FakePlatform } from "@/testing/fakePlatform";
import { openWindow } from "@/testing/openWindow";

const callsOf = (platform: FakePlatform, method: string) =>
  platform.calls.filter((call) => call.method === method).map((call) => call.params);

const groups = () => screen.findByRole("grid", { name: "Equal results" });

describe("equal results", () => {
  it("are counted together, opened as one, and narrowed by what is picked", async () => {
    const { user } = openWindow("/review/run-12?filter=all&view=groups");
    const table = await groups();
    const food = within(table).getByRole("row", { name: /^Food Costs/ });
    await user.dblClick(food);
    const rows = await screen.findByRole("grid", { name: "Source and results" });
    const drop = screen.getByRole("button", { name: /Drop .*: Food Costs/ });
    await waitFor(() => {
      const shown = within(rows).getAllByRole("row").slice(1, 6);
      expect(shown.every((row) => row.textContent.includes("Food Costs"))).toBe(true);
    });
    await user.click(drop);
    expect(screen.queryByRole("list", { name: "Picked" })).not.toBeInTheDocument();
  });

  it("are accepted as one after saying what it covers, and taken back as one", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/review/run-12?filter=unjudged&view=groups", { platform });
    const table = await groups();
    const [accept] = within(table).getAllByRole("button", { name: /^Accept \d+ rows?:/ });
    if (!accept) throw new Error("no group to accept");
    await user.click(accept);
    const said = await screen.findByText(/rows match and are not judged yet/);
    const count = Number(/^\d+/.exec(said.textContent)?.[0]);
    expect(count).toBeGreaterThan(1);
    expect(said.textContent).toMatch(/by rule|by the model/);
    await user.keyboard("{Enter}");
    expect(await screen.findByText(`${count} rows accepted`)).toBeInTheDocument();
    await waitFor(() =>
      expect(callsOf(platform, "review/accept_matching")).toEqual([
        expect.objectContaining({ run: "run-12", count }),
      ]),
    );
    await user.keyboard("z");
    expect(await screen.findByText(`${count} rows are open again`)).toBeInTheDocument();
  });
});

describe("the table", () => {
  it("shows source and results, flags the row in hand, and opens it", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/review/run-12?filter=all&view=table", { platform });
    const table = await screen.findByRole("grid", { name: "Source and results" });
    const [, second] = within(table).getAllByRole("row").slice(1);
    if (!second) throw new Error("no second row");
    await user.click(second);
    await user.keyboard("m");
    await waitFor(() => expect(callsOf(platform, "review/flag")).toHaveLength(1));
    expect(callsOf(platform, "review/flag")[0]).toMatchObject({ run: "run-12", flagged: true });
    second.focus();
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("region", { name: "Result" })).toBeInTheDocument();
  });
});

describe("what to look at first", () => {
  it("puts the rows with most against them first and says why in words", async () => {
    const { user } = openWindow("/review/run-12?filter=all");
    await screen.findByRole("region", { name: "Result" });
    await user.keyboard("o");
    const list = await screen.findByRole("listbox", { name: "Rows to review" });
    await waitFor(() =>
      expect(within(list).getAllByRole("option")[0]).toHaveTextContent(/finding|confidence 41%/),
    );
  });

  it("says which agent made a row, and narrows to one of them", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/review/run-12?filter=all&view=table", { platform });
    const table = await screen.findByRole("grid", { name: "Source and results" });
    expect(within(table).getByRole("columnheader", { name: "Agent" })).toBeInTheDocument();
    const agents = screen.getByRole("group", { name: "Agent" });
    expect(within(agents).getByRole("checkbox", { name: "no agent" })).toBeInTheDocument();
    await user.click(within(agents).getByRole("checkbox", { name: "Agent 3" }));
    await waitFor(() =>
      expect(callsOf(platform, "review/rows").at(-1)).toMatchObject({
        filter: { picks: [{ facet: "agent", values: ["3"] }] },
      }),
    );
    expect(screen.getByRole("button", { name: "Drop Agent: Agent 3" })).toBeInTheDocument();
  });

  it("narrows by a facet with F and takes it back with a click", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/review/run-12?filter=all", { platform });
    await screen.findByRole("region", { name: "Result" });
    await user.keyboard("f");
    await user.click(await screen.findByRole("checkbox", { name: "a rule" }));
    await waitFor(() =>
      expect(callsOf(platform, "review/rows").at(-1)).toMatchObject({
        filter: { picks: [{ facet: "by", values: ["rule"] }] },
      }),
    );
    expect(screen.getByRole("button", { name: "Drop Decided by: a rule" })).toBeInTheDocument();
  });
});
