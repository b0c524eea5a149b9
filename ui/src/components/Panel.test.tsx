import { screen } from "@testing-library/react";
import { MantineProvider } from "@mantine/core";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { I18nextProvider } from "react-i18next";
import { expect, it, vi } from "vitest";
import { createWords } from "@/words/words";
import { Panel } from "./Panel";

it("keeps the rest of the window when one pane stops, and opens it again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  let broken = true;
  function Fragile() {
    if (broken) throw new Error("no figures");
    return <p>Figures</p>;
  }
  render(
    <I18nextProvider i18n={createWords("en")}>
      <MantineProvider>
        <Panel label="Left">
          <Fragile />
        </Panel>
        <Panel label="Right">Still here</Panel>
      </MantineProvider>
    </I18nextProvider>,
  );
  expect(screen.getByRole("alert")).toHaveTextContent("This part of the window has stopped.");
  expect(screen.getByRole("region", { name: "Right" })).toHaveTextContent("Still here");
  broken = false;
  await userEvent.click(screen.getByRole("button", { name: "Open it again" }));
  expect(await screen.findByText("Figures")).toBeVisible();
});
