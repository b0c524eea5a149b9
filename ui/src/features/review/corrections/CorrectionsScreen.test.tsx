import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { createFakePlatform } from "@/testing/fakePlatform";
import { openWindow } from "@/testing/openWindow";

/** The run of the fixtures whose third row was corrected. */
const RUN = "run-5";

test("nothing was corrected yet, and the way to the review", async () => {
  const platform = createFakePlatform();
  const runs = await platform.call("run/list", {});
  const untouched = runs.find((run) => run.review.corrected === 0 && run.tasks.done > 0);
  openWindow(`/review/${untouched?.run ?? ""}/corrections`, { platform });
  expect(await screen.findByText("Nothing was corrected")).toBeInTheDocument();
  expect(screen.getByText("Go to the review")).toBeInTheDocument();
});

test("a job leads to the corrections of all its runs, and says how many; without one it says nothing", async () => {
  const platform = createFakePlatform();
  const runs = await platform.call("run/list", {});
  const job = runs.find((run) => run.run === RUN)?.job ?? "";
  const { user } = openWindow(`/jobs/${job}`, { platform });
  await user.click(await screen.findByRole("button", { name: /^\d+ corrections?$/ }));
  expect(await screen.findByRole("radio", { name: "All runs of the job" })).toBeChecked();
  const spared = runs.find((run) => run.job !== null && run.review.corrected === 0)?.job ?? "";
  expect(runs.filter((run) => run.job === spared && run.review.corrected > 0)).toEqual([]);
});

test("each corrected field is a line: from what to what, and what was learnt", async () => {
  const platform = createFakePlatform();
  const [first] = await platform.call("correction/list", { run: RUN, whole_job: false });
  const task = first?.task ?? 0;
  await platform.call("learn/save", { run: RUN, task, kind: "rule" });
  openWindow(`/review/${RUN}/corrections`, { platform });
  expect(await screen.findByText(/^\d+ corrections$/)).toBeInTheDocument();
  const line = screen.getByText("A rule").closest("[role=row], tr");
  expect(line).toHaveTextContent(first?.fields[0]?.to ?? "nothing");
  expect(line).toHaveTextContent(first?.fields[0]?.from ?? "nothing");
});
