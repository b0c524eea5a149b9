import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openWindow } from "@/testing/openWindow";

it("adds accepted and unjudged rows up to a journal that balances and leads back to its rows", async () => {
  const { user } = openWindow("/merge/run-12");
  expect(await screen.findByText("No document of this run yet")).toBeInTheDocument();
  await user.click(await screen.findByRole("checkbox", { name: /nobody judged/ }));
  await user.click(screen.getByRole("switch", { name: /As a journal/ }));
  const form = screen.getByRole("button", { name: "Add up" });
  expect(form).toBeDisabled();
  await user.click(screen.getByRole("textbox", { name: "Balancing account" }));
  await user.paste("Company card");
  await user.click(form);

  const table = await screen.findByRole("table");
  // By text: the names of some hundred links take a reader of roles long.
  const [, , debit, credit] = within(table).getByText("Total").closest("tr")?.cells ?? [];
  expect(debit?.textContent).toMatch(/^[\d,]+\.\d\d$/);
  expect(debit?.textContent).toBe(credit?.textContent);
  expect(within(table).getByText("Company card (balance)")).toBeInTheDocument();
  const row = within(table).getByLabelText("Row 2 in review");
  expect(row).toHaveAttribute("href", expect.stringMatching(/\/review\/run-12\?.*task=\d+/));
  expect(screen.getByText(/rows in it were judged by nobody/)).toBeInTheDocument();

  await user.click(screen.getByRole("button", { name: "Accept" }));
  expect(await screen.findByText(/Accepted as a whole/)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Take back" }));
  expect(await screen.findByText("Nobody has judged this document yet.")).toBeInTheDocument();
});

it("lets a skill write, says what it costs first, and marks what names no row", async () => {
  const { user } = openWindow("/merge/run-12");
  await user.click(await screen.findByRole("checkbox", { name: /nobody judged/ }));
  await user.click(screen.getByRole("radio", { name: "Let a skill write" }));
  expect(await screen.findByText(/costs nothing, and the words are made up/)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Write" }));
  expect(await screen.findByRole("heading", { name: "Everything else" })).toBeInTheDocument();
  expect(screen.getByText("names no row")).toBeInTheDocument();
  expect(screen.getByText("Line 9 names no row.")).toBeInTheDocument();
  expect(screen.getByText(/No line names these rows/)).toBeInTheDocument();

  await user.click(screen.getByRole("button", { name: "Save as…" }));
  await user.click(await screen.findByRole("menuitem", { name: "Word document" }));
  expect(await screen.findByText(/Saved as/)).toBeInTheDocument();
});
