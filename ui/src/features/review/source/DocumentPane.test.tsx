import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { DocumentView, ReviewItem } from "@/bindings/contract";
import { createFakePlatform, type FakePlatform } from "@/testing/fakePlatform";
import { invoiceItem, invoiceRow } from "@/testing/fixtures/invoices";
import { openWindow } from "@/testing/openWindow";

const callsOf = (platform: FakePlatform, method: string) =>
  platform.calls.filter((call) => call.method === method).map((call) => call.params);

/** A platform whose items have these parts. */
const withItem = (parts: Partial<ReviewItem>) =>
  createFakePlatform({
    answers: {
      "review/item": ({ task }) => ({ ...invoiceItem(invoiceRow(task, null)), ...parts }),
    },
  });

async function openReview(platform = createFakePlatform()) {
  const opened = openWindow("/review/run-5", { platform });
  await screen.findByRole("heading", { name: "8 left" });
  return { ...opened, platform };
}

describe("the document of a row", () => {
  it("shows the page as it looks, turns its pages, its size and itself with keys", async () => {
    const { user, platform } = await openReview();
    const source = screen.getByRole("region", { name: "Source" });
    expect(await within(source).findByRole("img")).toHaveAccessibleName(
      "inv-21449.pdf, page 1 of 2",
    );
    const sheet = () => within(source).getByRole("figure");
    expect(sheet()).toHaveAttribute("data-lies", "false");
    await user.keyboard("r");
    expect(sheet()).toHaveAttribute("data-lies", "true");
    await user.keyboard("0+");
    expect(within(source).getByRole("button", { name: "125%: Actual size" })).toBeInTheDocument();
    await user.keyboard("{PageDown}");
    expect(await within(source).findByRole("img")).toHaveAccessibleName(
      "inv-21449.pdf, page 2 of 2",
    );
    expect(within(source).getByRole("button", { name: "Next page" })).toHaveAccessibleDescription(
      "This is the last page.",
    );
    // The next evidence brings its own page back.
    await user.keyboard("]");
    expect(await within(source).findByRole("img")).toHaveAccessibleName(
      "inv-21449.pdf, page 1 of 2",
    );
    expect(callsOf(platform, "review/page").at(0)).toMatchObject({
      page: 1,
      places: [{ start: 0, length: 15 }, {}, {}, {}],
    });
  });

  it("shows the text of a page that cannot be drawn, and says why", async () => {
    const refusal = { message: "", hint: null, params: { path: "inv-21449.pdf", page: "1" } };
    const platform = createFakePlatform();
    platform.refuse("review/page", { ...refusal, code: "page_too_long" });
    await openReview(platform);
    const source = screen.getByRole("region", { name: "Source" });
    expect(await within(source).findByText("Page 1 takes too long to draw.")).toBeInTheDocument();
    expect(within(source).getByText(/Please pay within 30 days/)).toBeInTheDocument();
  });

  it("says what is wrong with a document that cannot be opened", async () => {
    const fault = {
      code: "table_encrypted",
      message: "",
      hint: null,
      params: { path: "Invoice.pdf" },
    };
    const document = { name: "Invoice.pdf", kind: null, pages: [], fault };
    await openReview(withItem({ evidence: [], document }));
    const source = screen.getByRole("region", { name: "Source" });
    expect(
      await within(source).findByText("Invoice.pdf is protected with a password."),
    ).toBeInTheDocument();
  });

  it("shows a mail as a mail, with its head and what is attached", async () => {
    const text = "From: anna@example.com\n\nTotal 485.00\nAttachment: list.pdf";
    const part = (kind: "from" | "body" | "attachment", words: string) => ({
      kind,
      start: text.indexOf(words),
      length: words.length,
    });
    const parts = [
      part("from", "anna@example.com"),
      part("body", "Total 485.00"),
      part("attachment", "list.pdf"),
    ];
    const document: DocumentView = {
      name: "order.eml",
      kind: "eml",
      pages: [{ page: 1, text, width: null, height: null, parts }],
      fault: null,
    };
    const quote = "485.00";
    const evidence = [{ field: "total", page: 1, quote, start: text.indexOf(quote) }];
    await openReview(withItem({ evidence, document }));
    const sheet = await screen.findByRole("article", { name: "page 1 of 1" });
    expect(within(sheet).getByText("From").nextSibling).toHaveTextContent("anna@example.com");
    expect(within(sheet).getByText("Subject").nextSibling).toHaveTextContent("not given");
    expect(within(sheet).getByText("1 attachment").nextSibling).toHaveTextContent("list.pdf");
    expect(sheet.querySelector("mark")).toHaveTextContent("485.001");
  });
});
