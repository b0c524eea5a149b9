import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { createQueryClient } from "@/data/client";
import { PlatformProvider } from "@/platform/Platform";
import { createFakePlatform } from "@/testing/fakePlatform";
import { jobRow } from "@/testing/fixtures/rows";
import { useCellEdits } from "./useCellEdits";
import { PLAIN, useJobPages } from "./useJobPages";

/** The first pages of a job and its edits, as the task list has them. */
function openList() {
  const platform = createFakePlatform();
  const client = createQueryClient();
  const { result } = renderHook(
    () => {
      const pages = useJobPages({ job: "job-1", view: "all", search: "", look: PLAIN });
      return { pages, edits: useCellEdits("job-1", { width: 5, ...pages }) };
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>
          <PlatformProvider value={platform}>{children}</PlatformProvider>
        </QueryClientProvider>
      ),
    },
  );
  const saved = () =>
    platform.calls.filter(({ method }) => method === "job/edit_cells").map(({ params }) => params);
  return { result, platform, saved };
}

it("shows a long fill at once, and takes all of it back though its rows were still asked for", async () => {
  const { result, platform, saved } = openList();
  await waitFor(() => expect(result.current.pages.rows).toHaveLength(600));
  const asked = () => platform.calls.filter(({ method }) => method === "job/rows").length;
  expect(asked()).toBe(1);
  const text = "FILLED";
  const [near, far] = [3, 450];
  act(() => {
    void result.current.edits.write([
      { index: near, column: 1, text },
      { index: far, column: 1, text },
    ]);
    // Before the rows of the fill are here.
    result.current.edits.undo();
    result.current.edits.redo();
  });
  expect(saved()).toEqual([]);
  expect(result.current.pages.rowsHere([near])[0]?.cells[1]).toBe(text);
  await waitFor(() => expect(saved()).toHaveLength(3));
  const edit = (position: number, to: string) => ({ position, column: 1, text: to });
  const filled = { job: "job-1", edits: [edit(near, text), edit(far, text)] };
  const old = [near, far].map((position) => edit(position, jobRow(position).cells[1] ?? ""));
  expect(saved()).toEqual([filled, { job: "job-1", edits: old }, filled]);
  await waitFor(() => expect(result.current.edits.canUndo).toBe(true));
  expect(result.current.edits.canRedo).toBe(false);
});
