import { MantineProvider } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import { I18nextProvider } from "react-i18next";
import { expect, it } from "vitest";
import { createWords } from "@/words/words";
import { Dialog } from "./Dialog";

const files = import.meta.glob<string>("../**/*.tsx", {
  query: "?raw",
  import: "default",
  eager: true,
});

function shown(children: React.ReactNode) {
  return (
    <MantineProvider>
      <I18nextProvider i18n={createWords("en")}>
        <Dialog opened onClose={() => undefined} title="Ask">
          {children}
        </Dialog>
      </I18nextProvider>
    </MantineProvider>
  );
}

const focused = () => document.activeElement?.getAttribute("aria-label");

it("begins at the first field, before the actions and Close", async () => {
  render(
    shown(
      <>
        <button aria-label="cancel" />
        <input aria-label="off" disabled />
        <input aria-label="name" />
        <button aria-label="go" data-variant="filled" />
      </>,
    ),
  );
  await waitFor(() => expect(focused()).toBe("name"));
});

it("begins at the main action where there is no field, and where it says so itself", async () => {
  const { unmount } = render(
    shown(
      <>
        <button aria-label="cancel" />
        <button aria-label="go" data-variant="filled" />
      </>,
    ),
  );
  await waitFor(() => expect(focused()).toBe("go"));
  unmount();
  render(
    shown(
      <>
        <input aria-label="name" />
        <button aria-label="marked" data-autofocus />
      </>,
    ),
  );
  await waitFor(() => expect(focused()).toBe("marked"));
});

it("goes on to a field that is loaded later, but not when the person has moved on", async () => {
  const { rerender } = render(shown(<button aria-label="cancel" />));
  await waitFor(() => expect(focused()).toBe("cancel"));
  rerender(
    shown(
      <>
        <button aria-label="cancel" />
        <input aria-label="late" />
      </>,
    ),
  );
  await waitFor(() => expect(focused()).toBe("late"));
  screen.getByRole("button", { name: "Close" }).focus();
  rerender(
    shown(
      <>
        <button aria-label="cancel" />
        <input aria-label="late" />
        <input aria-label="later" data-autofocus />
      </>,
    ),
  );
  await new Promise((done) => setTimeout(done, 30));
  expect(focused()).toBe("Close");
});

it("is what every dialog of the window is made of", () => {
  const bare = Object.entries(files).filter(
    ([path, text]) => path !== "./Dialog.tsx" && /<(Modal|Drawer)\b|modals\.open/.test(text),
  );
  expect(bare.map(([path]) => path)).toEqual([]);
  const dialogs = Object.entries(files).filter(
    ([path, text]) => !path.endsWith(".test.tsx") && /<Dialog\b/.test(text),
  );
  expect(dialogs.map(([path]) => path.replace(/^.*\//, "")).sort()).toEqual([
    "AgreementDialog.tsx",
    "ChooseSkill.tsx",
    "ConfirmMoney.tsx",
    "FoundSkills.tsx",
    "ImportDialog.tsx",
    "KeysOverlay.tsx",
    "LearnPanel.tsx",
    "MatchDialog.tsx",
    "NewJob.tsx",
    "OpenedDialog.tsx",
    "OpinionDialog.tsx",
    "PasswordDialog.tsx",
    "RaiseBudget.tsx",
  ]);
});
