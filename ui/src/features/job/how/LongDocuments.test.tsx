import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import type { EstimateView, JobView } from "@/bindings/contract";
import { createFakePlatform } from "@/testing/fakePlatform";
import { jobs, jobView } from "@/testing/fixtures/jobs";
import { ESTIMATE } from "@/testing/fixtures/money";
import { measureBoxes } from "@/testing/measuredBoxes";
import { openWindow } from "@/testing/openWindow";

beforeAll(measureBoxes);

function job(): JobView {
  const [summary] = jobs(0);
  if (!summary) throw new Error("no fixture");
  const view = jobView(summary);
  const [input] = view.inputs;
  if (!input) throw new Error("no fixture");
  return { ...view, inputs: [{ ...input, kind: "file" }] };
}

function open(estimate: Partial<EstimateView>, language: "en" | "zh" = "en") {
  const platform = createFakePlatform({
    answers: { "job/get": job, "job/estimate": () => ({ ...ESTIMATE, ...estimate }) },
  });
  platform.engine.state.settings.language = language;
  return { ...openWindow("/jobs/job-1", { platform, language }), platform };
}

const LONG = [
  { row: 4, file: "contract.pdf", tokens: 512_000, certain: true, parts: 4 },
  { row: 9, file: "scan.pdf", tokens: 300_000, certain: false, parts: null },
];

describe("Documents that are too long", () => {
  it("are listed before the start with their rows, and can be read in parts", async () => {
    const { platform, user } = open({ window_tokens: 200_000, long_documents: LONG });
    const list = await screen.findByRole("list", { name: "Documents that are too long" });
    const lines = within(list).getAllByRole("listitem");
    expect(lines.map((line) => line.textContent)).toEqual([
      "Row 4about 512,000 tokens, 4 parts",
      "Row 9about 300,000 tokens, cannot be cut",
    ]);
    expect(
      screen.getByText("2 documents are too long: the model reads 200,000 tokens at once."),
    ).toBeVisible();
    await user.click(screen.getByRole("switch", { name: /^Read long documents in parts/ }));
    await waitFor(() =>
      expect(platform.calls).toContainEqual({
        method: "job/save",
        params: { job: "job-1", split: true },
      }),
    );
  });

  it("say when all fit, and when nobody knows", async () => {
    open({ window_tokens: 200_000 }, "zh");
    expect(await screen.findByText(/所有文档都读得下/)).toBeVisible();
  });

  it("say that the model's window is unknown", async () => {
    open({});
    expect(
      await screen.findByText("How much this model reads at once is not known."),
    ).toBeVisible();
  });
});
