import { MantineProvider } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { I18nextProvider } from "react-i18next";
import { describe, expect, it } from "vitest";
import { createWords } from "@/words/words";
import { AgentsField } from "./AgentsField";

describe("AgentsField", () => {
  it("takes a second number typed right after the first", async () => {
    const chosen: number[] = [];
    function Field() {
      const [agents, setAgents] = useState(8);
      return (
        <AgentsField
          agents={agents}
          onChange={(number) => {
            chosen.push(number);
            setAgents(number);
          }}
        />
      );
    }
    render(
      <I18nextProvider i18n={createWords("en")}>
        <MantineProvider>
          <Field />
        </MantineProvider>
      </I18nextProvider>,
    );
    const field = screen.getByRole("textbox");
    await userEvent.click(field);
    await userEvent.keyboard("16{Enter}");
    await waitFor(() => expect(selectedIn(field)).toBe("16"));
    await userEvent.keyboard("32{Enter}");
    expect(chosen).toEqual([16, 32]);
  });
});

function selectedIn(field: HTMLElement): string {
  if (!(field instanceof HTMLInputElement)) return "";
  return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
}
