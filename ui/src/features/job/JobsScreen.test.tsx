import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { createFakePlatform } from "@/testing/fakePlatform";
import { openWindow } from "@/testing/openWindow";

const methods = (calls: { method: string }[]) => calls.map((call) => call.method);

describe("Jobs", () => {
  it("makes a new job of the chosen skill with N and goes there", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/jobs", { platform });
    await screen.findByRole("grid", { name: "Jobs" });
    await user.keyboard("n");
    const dialog = await screen.findByRole("dialog", { name: "New job" });
    await user.click(await within(dialog).findByRole("radio", { name: /mtg-prep/ }));
    await user.type(within(dialog).getByLabelText("Name of the job"), "Week 49{Enter}");
    await waitFor(() => expect(document.title).toContain("Week 49"));
    expect(platform.calls).toContainEqual({
      method: "job/create",
      params: { skill: "mtg-prep", name: "Week 49" },
    });
  });

  it("does not take the Enter of an input method for the end of the name", async () => {
    const platform = createFakePlatform();
    openWindow("/jobs?new=true", { platform, language: "en" });
    const field = await screen.findByLabelText("Name of the job");
    await screen.findByRole("radio", { name: /card-coding/ });
    fireEvent.change(field, { target: { value: "卡片" } });
    fireEvent.keyDown(field, { key: "Enter", isComposing: true });
    fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
    expect(methods(platform.calls)).not.toContain("job/create");
    fireEvent.keyDown(field, { key: "Enter" });
    await waitFor(() => expect(methods(platform.calls)).toContain("job/create"));
  });

  it("does not offer a skill that cannot be used, and says why", async () => {
    openWindow("/jobs?new=true");
    const broken = await screen.findByRole("radio", { name: /clause-check/ });
    expect(broken).toBeDisabled();
    expect(screen.getByText(/line 4: unknown condition/)).toBeVisible();
  });

  it("deletes at once and brings the job back with undo", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/jobs", { platform });
    await user.click(await screen.findByRole("button", { name: "Delete Contract clauses" }));
    expect(await screen.findByText("Contract clauses deleted")).toBeVisible();
    await waitFor(() =>
      expect(screen.queryByRole("row", { name: /Contract clauses/ })).not.toBeInTheDocument(),
    );
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("row", { name: /Contract clauses/ })).toBeVisible();
    expect(platform.calls).toContainEqual({ method: "job/restore", params: { job: "job-2" } });
  });

  it("copies a job without opening it", async () => {
    const platform = createFakePlatform();
    const { user } = openWindow("/jobs", { platform });
    await user.click(await screen.findByRole("button", { name: "Duplicate Supplier names" }));
    expect(await screen.findByRole("row", { name: /Supplier names \(2\)/ })).toBeVisible();
    expect(document.title).toContain("Jobs");
  });

  it("finds jobs by name, skill or file, and says when there is none", async () => {
    const { user } = openWindow("/jobs");
    await user.type(
      await screen.findByRole("searchbox", { name: "Find a job" }),
      "invoices-october.xlsx",
    );
    expect(screen.getByRole("row", { name: /Invoice figures/ })).toBeVisible();
    expect(screen.queryByRole("row", { name: /Contract clauses/ })).not.toBeInTheDocument();
    await user.type(screen.getByRole("searchbox"), "zzz");
    expect(screen.getByText("No job matches “invoices-october.xlsxzzz”")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show all jobs" }));
    expect(screen.getByRole("row", { name: /Contract clauses/ })).toBeVisible();
  });

  it("says what failed and keeps the list", async () => {
    const platform = createFakePlatform();
    platform.refuse("job/delete", {
      code: "disk_full_test",
      message: "the disk is full",
      hint: "make room and try again",
      params: {},
    });
    const { user } = openWindow("/jobs", { platform });
    await user.click(await screen.findByRole("button", { name: "Delete Contract clauses" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The disk is full.");
    expect(screen.getByRole("row", { name: /Contract clauses/ })).toBeVisible();
  });
});
