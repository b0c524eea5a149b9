import { screen, waitFor, within } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import type { JobView, TableProblem } from "@/bindings/contract";
import { createFakePlatform } from "@/testing/fakePlatform";
import { jobs, jobView } from "@/testing/fixtures/jobs";
import { measureBoxes } from "@/testing/measuredBoxes";
import { openWindow } from "@/testing/openWindow";

beforeAll(measureBoxes);

function locked(path: string, row: number): TableProblem {
  return {
    row,
    column: "file",
    kind: "encrypted",
    message: "The document needs a password; give it, or save a copy without one",
    params: { case: "password", path, row: String(row), column: "file" },
    blocks_row: true,
  };
}

/** A job whose list names documents of two folders, each with its password. */
function job(): JobView {
  const [summary] = jobs(0);
  const view = summary && jobView(summary);
  if (!view?.table) throw new Error("no fixture");
  const problems = [
    locked("/bank/march/0042.pdf", 1),
    locked("/bank/march/0043.pdf", 2),
    locked("/bank/april/0042.pdf", 5),
  ];
  return { ...view, table: { ...view.table, kind: "files", problems } };
}

describe("Documents behind a password", () => {
  it("are opened by one password after the other, and none is kept in the window", async () => {
    const platform = createFakePlatform();
    platform.engine.state.views.set("job-1", job());
    const { user } = openWindow("/jobs/job-1", { platform });
    expect(await screen.findByText("3 documents need a password and are held back.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Enter a password…" }));
    const dialog = await screen.findByRole("dialog", { name: "Documents behind a password" });
    const files = within(dialog).getByRole("list", { name: "Documents that need a password" });
    expect(within(files).getAllByRole("listitem")).toHaveLength(3);
    const field = within(dialog).getByLabelText("Password");
    await waitFor(() => expect(field).toHaveFocus());

    await user.type(field, "may{Enter}");
    expect(await within(dialog).findByText("It opens none of them.")).toBeVisible();
    expect(field).toHaveValue("may");
    await user.clear(field);
    await user.type(field, "march{Enter}");
    expect(
      await within(dialog).findByText("It opened 2 documents. Still waiting for a password: 1."),
    ).toBeVisible();
    expect(field).toHaveValue("");
    await waitFor(() => expect(within(files).getAllByRole("listitem")).toHaveLength(1));
    await user.type(field, "april{Enter}");
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(screen.queryByText(/need a password/)).not.toBeInTheDocument();
  });
});
