import { describe, expect, it } from "vitest";
import type { AgentView, FieldView } from "@/bindings/contract";
import { addUsd } from "@/lib/money";
import { run } from "@/testing/fixtures/runs";
import { agentSums, neighbourOf, nextAgents } from "./agentSums";
import { moneyParts } from "./moneyParts";
import { phasesOf } from "./phases";
import { raiseTo } from "./raiseTo";
import { replyParts } from "./replyParts";
import { PAGE_ROWS, pagesInView, slotsOf } from "./slots";

describe("raiseTo", () => {
  it("adds what is missing and rounds up to a plain amount", () => {
    const of = (budget_usd: string, more_needed_usd: string | null, forecast_usd: string | null) =>
      raiseTo({ budget_usd, more_needed_usd, forecast_usd });
    expect(of("1.70", "0.80", "2.50")).toBe("2.5");
    expect(of("1.70", "0.8111", null)).toBe("2.6");
    expect(of("0.02", "0.0134", null)).toBe("0.04");
    expect(of("2", null, "2.43")).toBe("2.5");
    expect(of("2", null, null)).toBe("3");
    expect(of("2", null, "0.43")).toBe("3");
  });

  it("never proposes what the run has already", () => {
    expect(raiseTo({ budget_usd: "5", more_needed_usd: "0", forecast_usd: null })).toBe("5.1");
  });
});

describe("moneyParts", () => {
  it("adds up on screen whatever the parts round to", () => {
    for (const [cost_usd, reserved_usd, uncertain_usd, budget] of [
      ["0.1502", "0.5504", "0", "2"],
      ["0.3349", "0.3349", "0.3302", "1"],
      ["0.0134", "0.0031", "0", "0.02"],
      ["1.005", "0.995", "0", "2"],
    ] as const) {
      const parts = moneyParts({ cost_usd, reserved_usd, uncertain_usd }, budget);
      const sum = addUsd(parts.spent, parts.held, parts.uncertain, parts.left.replace("−", "-"));
      expect(Number(sum)).toBe(Number(parts.budget));
    }
  });

  it("shows four decimals under ten cents", () => {
    const none = { reserved_usd: "0", uncertain_usd: "0" };
    expect(moneyParts({ cost_usd: "0.0134", ...none }, "0.02").spent).toBe("0.0134");
    expect(moneyParts({ cost_usd: "0.0134", ...none }, "2").spent).toBe("0.01");
  });
});

it("counts phases so that rules and model together are all rows", () => {
  const phases = phasesOf(
    run("r", {
      state: "running",
      tasks: { total: 600, done: 473, failed: 3, waiting: 124 },
      done_by: { rule: 412, model: 61, person: 0 },
      review: { accepted: 3, corrected: 1, rejected: 0, by_sample: 0, left: 469, needs_review: 29 },
    }),
  );
  expect(phases.map(({ key, count, total, shape }) => [key, count, total, shape])).toEqual([
    ["rules", 412, 600, "done"],
    ["model", 64, 188, "running"],
    ["review", 4, 33, "review"],
  ]);
});

describe("agents", () => {
  const agent = (number: number, state: string): AgentView => ({
    agent: number,
    state,
    task: null,
    source_row: null,
    label: "",
    model: "",
    turns: 0,
    input_tokens: 0,
    output_tokens: 0,
    cost_usd: "0",
    held_usd: "0",
    since: null,
  });

  it("are counted by what they are at, and the counts add up", () => {
    const sums = agentSums(
      ["answering", "waiting", "answering", "dreaming", "checking"].map((state, at) =>
        agent(at + 1, state),
      ),
    );
    expect(sums).toEqual([
      { state: "answering", count: 2 },
      { state: "checking", count: 1 },
      { state: "waiting", count: 1 },
      { state: "idle", count: 1 },
    ]);
  });

  it("go up and down in plain steps between 1 and 256", () => {
    expect([nextAgents(64, 1), nextAgents(64, -1), nextAgents(10, 1), nextAgents(10, -1)]).toEqual([
      96, 48, 12, 8,
    ]);
    expect([nextAgents(256, 1), nextAgents(1, -1)]).toEqual([256, 1]);
  });

  it("are stepped through from the first to the last", () => {
    const three = [1, 2, 3].map((number) => agent(number, "idle"));
    expect(neighbourOf(three, null, 1)).toBe(1);
    expect(neighbourOf(three, 1, 1)).toBe(2);
    expect(neighbourOf(three, 3, 1)).toBe(3);
    expect(neighbourOf([], null, 1)).toBeNull();
  });
});

describe("replyParts", () => {
  const outputs: FieldView[] = [
    {
      name: "account",
      label: "Account Description",
      kind: "choice",
      required: true,
      choices: [],
      max_chars: null,
      fields: [],
    },
  ];

  it("names fields by their labels", () => {
    expect(replyParts('{"account":"Food Costs","tags":["a","b"],"sure":0.9}', outputs)).toEqual([
      { label: "Account Description", text: "Food Costs" },
      { label: "tags", text: "a; b" },
      { label: "sure", text: "0.9" },
    ]);
  });

  it("leaves plain and unfinished answers as they are", () => {
    expect(replyParts("I cannot say.", outputs)).toBeNull();
    expect(replyParts('{"account":"Foo', outputs)).toBeNull();
    expect(replyParts("[1]", outputs)).toBeNull();
  });
});

describe("pages of rows", () => {
  it("are those in view", () => {
    expect(pagesInView(0, 30)).toEqual([0]);
    expect(pagesInView(PAGE_ROWS - 5, PAGE_ROWS + 20)).toEqual([0, 1]);
  });

  it("leave places empty until they are read", () => {
    const slots = slotsOf(PAGE_ROWS + 2, new Map([[0, []]]));
    expect(slots).toHaveLength(PAGE_ROWS + 2);
    expect(slots.every((slot) => slot.row === null)).toBe(true);
  });
});
