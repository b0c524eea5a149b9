import { Button, MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { Why } from "./Why";

it("keeps a button in reach of the keyboard, says why, and does nothing", async () => {
  const act = vi.fn();
  const send = vi.fn((event: React.SyntheticEvent) => event.preventDefault());
  render(
    <MantineProvider>
      <form onSubmit={send}>
        <input aria-label="name" />
        <Why not="Nothing is chosen.">
          <Button type="submit" onClick={act}>
            Ask
          </Button>
        </Why>
      </form>
    </MantineProvider>,
  );
  const user = userEvent.setup();
  const button = screen.getByRole("button", { name: "Ask" });
  await user.click(screen.getByRole("textbox"));
  await user.tab();
  expect(button).toHaveFocus();
  expect(await screen.findByRole("tooltip", {}, { timeout: 10_000 })).toHaveTextContent(
    "Nothing is chosen.",
  );
  expect(button).toHaveAccessibleDescription("Nothing is chosen.");
  expect(button).toHaveAttribute("aria-disabled", "true");
  await user.click(button);
  await user.keyboard("{Enter}");
  await user.type(screen.getByRole("textbox"), "x{Enter}");
  expect(act).not.toHaveBeenCalled();
  expect(send).not.toHaveBeenCalled();
});

it("is the button alone while there is no reason", async () => {
  const act = vi.fn();
  render(
    <MantineProvider>
      <Why not={null}>
        <Button onClick={act}>Ask</Button>
      </Why>
    </MantineProvider>,
  );
  const button = screen.getByRole("button", { name: "Ask" });
  await userEvent.click(button);
  expect(act).toHaveBeenCalledOnce();
  expect(button).not.toHaveAttribute("aria-disabled");
  expect(button).not.toHaveAccessibleDescription();
});
