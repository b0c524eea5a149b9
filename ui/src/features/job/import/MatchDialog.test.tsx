import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import type { JobView } from "@/bindings/contract";
import type { Grant } from "@/platform/Platform";
import { createFakePlatform } from "@/testing/fakePlatform";
import { jobs, jobView } from "@/testing/fixtures/jobs";
import { measureBoxes } from "@/testing/measuredBoxes";
import { openWindow } from "@/testing/openWindow";

beforeAll(measureBoxes);

/** A job with a table and a skill that reads a document. */
function job(): JobView {
  const [summary] = jobs(0);
  if (!summary) throw new Error("no fixture");
  const view = jobView(summary);
  const [input] = view.inputs;
  if (!input) throw new Error("no fixture");
  return { ...view, inputs: [{ ...input, name: "document", label: "Document", kind: "file" }] };
}

const FOLDER: Grant = { grant: "grant-4", name: "statements", kind: "folder" };

async function openDialog(language: "en" | "zh" = "en") {
  const platform = createFakePlatform({ answers: { "job/get": job } });
  platform.engine.state.settings.language = language;
  platform.picks.push(FOLDER);
  const { user } = openWindow("/jobs/job-1", { platform, language });
  const button = language === "en" ? "Choose the documents of the rows" : "为各行选择文件";
  await user.click(await screen.findByRole("button", { name: button }));
  const folder = language === "en" ? "Choose a folder" : "选择文件夹";
  await user.click(await screen.findByRole("menuitem", { name: folder }));
  return { platform, user, dialog: await screen.findByRole("dialog") };
}

describe("Documents for the rows", () => {
  it("shows what needs a person first, and what would be left", async () => {
    const { dialog } = await openDialog();
    expect(await within(dialog).findByText("57 rows have a file, 3 without.")).toBeVisible();
    expect(within(dialog).getByRole("tab", { name: /^To look at\s*3$/ })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    expect(within(dialog).getByRole("tab", { name: /^Files without a row\s*1$/ })).toBeVisible();
    expect(
      within(dialog).getByRole("button", { name: "File of row 19: 2 files could be meant" }),
    ).toBeVisible();
  });

  it("takes the person's word for a row, and sends only that", async () => {
    const { dialog, user, platform } = await openDialog();
    await user.click(await within(dialog).findByRole("button", { name: /^File of row 19:/ }));
    await user.click(await screen.findByRole("option", { name: "0059 b.pdf" }));
    expect(await within(dialog).findByText("58 rows have a file, 2 without.")).toBeVisible();
    await user.click(within(dialog).getByRole("button", { name: "Use these files" }));
    await waitFor(() =>
      expect(platform.calls).toContainEqual({
        method: "files/set",
        params: {
          job: "job-1",
          grants: ["grant-4"],
          column: "Client",
          choices: [{ position: 17, file: "0059 b.pdf" }],
        },
      }),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });

  it("names what is wrong with a file beside its row", async () => {
    const { dialog, user } = await openDialog();
    await user.click(await within(dialog).findByRole("tab", { name: /^With a file\s*57$/ }));
    expect(await within(dialog).findByText("The file needs a password")).toBeVisible();
  });

  it("is said in Chinese, and can become a list of files", async () => {
    const { dialog, user, platform } = await openDialog("zh");
    expect(await within(dialog).findByText("57 行有文件，3 行没有。")).toBeVisible();
    await user.click(within(dialog).getByRole("button", { name: "改为每个文件一项任务" }));
    await waitFor(() =>
      expect(platform.calls).toContainEqual({
        method: "table/preview",
        params: { grant: "grant-4", reading: {} },
      }),
    );
  });
});

describe("Several files that are dropped", () => {
  it("all become tasks where there is no table", async () => {
    let drop: (grants: Grant[]) => void = () => undefined;
    const platform = {
      ...createFakePlatform({ answers: { "job/get": () => ({ ...job(), table: null }) } }),
      onFileDrop: (listener: (grants: Grant[]) => void) => {
        drop = listener;
        return () => undefined;
      },
    };
    openWindow("/jobs/job-1", { platform });
    await screen.findByRole("textbox", { name: "Name of the job" });
    const scan = (grant: string): Grant => ({ grant, name: `${grant}.pdf`, kind: "document" });
    act(() => drop([scan("a"), scan("b"), scan("c")]));
    expect(await screen.findByRole("dialog", { name: "Open 3 files" })).toBeVisible();
    expect(platform.calls).toContainEqual({
      method: "table/preview",
      params: { grant: "a", others: ["b", "c"], reading: {} },
    });
  });
});
