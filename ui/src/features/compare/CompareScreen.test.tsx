import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ComparedRowView } from "@/bindings/contract";
import { createFakePlatform } from "@/testing/fakePlatform";
import { openWindow } from "@/testing/openWindow";

const row = (task: number): ComparedRowView => ({
  first_task: task,
  second_task: task,
  source_row: task + 1,
  label: `Shop ${task}`,
  fields: [
    {
      first: "paid in March",
      second: "paid in April",
      diff: [
        { side: "both", text: "paid in " },
        { side: "first", text: "March" },
        { side: "second", text: "April" },
      ],
    },
  ],
});

it("marks the words that differ, row by row", async () => {
  const platform = createFakePlatform({
    answers: { "compare/rows": () => ({ total: 1, rows: [row(1)] }) },
  });
  openWindow("/compare/run-12?with=run-3", { platform });
  const table = await screen.findByRole("table", { name: "Rows of both runs" });
  const marked = [...table.querySelectorAll("mark")].map((mark) => mark.textContent);
  expect(marked).toEqual(["March", "April"]);
  expect(await screen.findByText("Say the same")).toBeInTheDocument();
});

it("takes the better one with a key, without saying whose it is, and takes it back", async () => {
  let at = 1;
  const pair = () => ({
    pair: at > 2 ? null : { fields: ["Reason"], row: row(at), left: 3 - at },
  });
  const platform = createFakePlatform({
    answers: {
      "compare/next": pair,
      "compare/pick": () => {
        at += 1;
        return pair();
      },
      "compare/undo": () => {
        at -= 1;
        return pair();
      },
    },
  });
  const { user } = openWindow("/compare/run-12?with=run-3", { platform });
  await user.click(await screen.findByRole("radio", { name: "Choose blind" }));
  expect(await screen.findByText("Shop 1")).toBeInTheDocument();
  expect(screen.queryByText("Chosen blind")).not.toBeInTheDocument();
  await user.keyboard("2");
  expect(await screen.findByText("Shop 2")).toBeInTheDocument();
  await user.keyboard("0");
  expect(await screen.findByText("Every row on which they differ was chosen")).toBeInTheDocument();
  await user.keyboard("z");
  expect(await screen.findByText("Shop 2")).toBeInTheDocument();
  await waitFor(() =>
    expect(
      platform.calls
        .filter(({ method }) => method === "compare/pick")
        .map(({ params }) => (params as { choice: string }).choice),
    ).toEqual(["right", "tied"]),
  );
});
