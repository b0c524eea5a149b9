import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { I18nextProvider } from "react-i18next";
import { expect, it } from "vitest";
import { createWords } from "@/words/words";
import { PartedText } from "./PartedText";
import { TableRow } from "./TableRow";

const CELLS = [
  ["five megabytes on one line", "x".repeat(5_000_000)],
  ["200,000 lines", "line\n".repeat(200_000)],
  ["right to left with marks", "שָׁלוֹם عَرَبِيّ e\u0301 ".repeat(50_000)],
] as const;

it.each(CELLS)(
  "draws the beginning of %s, and all of it to the letter when asked",
  async (_, text) => {
    const { container } = render(
      <I18nextProvider i18n={createWords("en")}>
        <MantineProvider>
          <PartedText text={text} />
        </MantineProvider>
      </I18nextProvider>,
    );
    expect(container.textContent.length).toBeLessThan(10_000);
    await userEvent.click(screen.getByRole("button", { name: "Show all" }));
    const parts = [...container.querySelectorAll("span")].map((part) => part.textContent);
    // Compared as a whole: a difference of megabytes says nothing.
    expect(parts.join("") === text).toBe(true);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(8000);
  },
);

it.each(CELLS)("keeps a row of a table short that holds %s", (_, text) => {
  const cells = { cell: () => text, title: () => text };
  const { container } = render(
    <table>
      <tbody>
        <TableRow
          {...{ row: null, index: 0, active: false, selected: false, stop: false }}
          columns={[{ key: "text", head: "Text", ...cells }]}
          onSelect={undefined}
          onOpen={undefined}
        />
      </tbody>
    </table>,
  );
  expect(container.innerHTML.length).toBeLessThan(10_000);
  expect(container.textContent).toContain(text.slice(0, 100));
});
