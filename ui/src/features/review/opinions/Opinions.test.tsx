import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { createFakePlatform } from "@/testing/fakePlatform";
import { openWindow } from "@/testing/openWindow";

/** The run of the fixtures with rows that nobody judged. */
const RUN = "run-5";

// By text where it will do: roles of a whole review are slow to work out.

test("a second opinion is asked for once its price is known", async () => {
  const platform = createFakePlatform();
  const { user } = openWindow(`/review/${RUN}?filter=all`, { platform });
  await user.click(await screen.findByText("All rows"));
  await user.click(await screen.findByText("Second opinion…"));
  const ask = (await screen.findByText("Ask")).closest("button");
  expect(ask).toHaveAccessibleDescription("Choose whom to ask.");
  await user.click(await screen.findByLabelText("Who is asked", { selector: "input" }));
  await user.click(await screen.findByText("openai/gpt-6-luna"));
  expect(await screen.findByText(/USD at most/)).toBeInTheDocument();
  expect(ask).not.toHaveAttribute("aria-disabled");
  await user.click(screen.getByText("Ask"));
  expect(await screen.findByText(/gave a second opinion on .* differ/)).toBeInTheDocument();
  expect(screen.queryByText("Ask for a second opinion")).not.toBeInTheDocument();
});

test("what others said stands beside the results, which stay as they are", async () => {
  const platform = createFakePlatform();
  const { run } = await platform.call("run/get", { run: RUN });
  const asked = await platform.call("opinion/start", {
    run: RUN,
    kind: "answer",
    models: ["practice/sample"],
    rows: "all",
  });
  // A run of opinions has no review of its own: this leads to the run they are about.
  const { user } = openWindow(`/review/${asked.run}`, { platform });
  expect(await screen.findByText(/Practice: these opinions are made up/)).toBeInTheDocument();
  await user.click(screen.getByText("Look at those that differ"));
  await user.click(screen.getByText("How far they agree…"));
  expect(await screen.findByText("0.86")).toBeInTheDocument();
  expect(screen.getByText(/not compared: says how sure/)).toBeInTheDocument();
  const after = await platform.call("run/get", { run: RUN });
  expect(after.run.review).toEqual(run.review);
});
