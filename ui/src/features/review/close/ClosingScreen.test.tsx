import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { createFakePlatform } from "@/testing/fakePlatform";
import { openWindow } from "@/testing/openWindow";

/** The run of the fixtures with rows that nobody judged. */
const RUN = "run-5";

test("a sample is planned, drawn, looked at, and the rest accepted by it", async () => {
  const platform = createFakePlatform();
  const run = "run-12";
  const { left } = (await platform.call("run/get", { run })).run.review;
  const { user } = openWindow(`/review/${run}/close`, { platform });
  const panel = await screen.findByRole("region", { name: "Sample" });
  expect(
    await within(panel).findByText(new RegExp(`rows? to look at, out of ${left}`)),
  ).toBeInTheDocument();
  await user.click(within(panel).getByRole("button", { name: "Draw the sample" }));
  expect(
    await within(panel).findByText(/It says nothing of the rest until all of them are/),
  ).toBeInTheDocument();
  expect(within(panel).queryByRole("button", { name: /by sample/ })).not.toBeInTheDocument();

  const [sample] = await platform.call("sample/list", { run });
  await platform.call("review/decide", {
    run,
    tasks: sample?.tasks ?? [],
    verdict: "accepted",
  });
  expect(await within(panel).findByText(/0 wrong in \d+ looked at: at most/)).toBeInTheDocument();
});

test("a name is put under a sheet that adds up, and a later change is said", async () => {
  const platform = createFakePlatform();
  const { user } = openWindow(`/review/${RUN}/close`, { platform });
  const panel = await screen.findByRole("region", { name: "Closing sheet" });
  const sum = await within(panel).findByLabelText("Rows by what became of them");
  const numbers = within(sum)
    .getAllByRole("definition")
    .map((cell) => Number(cell.textContent.replace(",", "")));
  const total = numbers.pop();
  expect(numbers.reduce((all, one) => all + one, 0)).toBe(total);

  await user.click(await within(panel).findByRole("button", { name: "Sign off this run" }));
  expect(await within(panel).findByText("Signed off by R. Okafor")).toBeInTheDocument();
  const signed = within(panel).getByRole("button", { name: "Sign off this run" });
  expect(signed).toHaveAttribute("aria-disabled", "true");
  expect(signed).toHaveAccessibleDescription("The sheet is signed, and nothing has changed since.");

  await platform.call("review/decide", { run: RUN, tasks: [207], verdict: "rejected" });
  await waitFor(() =>
    expect(within(panel).getByText("Changed after sign-off")).toBeInTheDocument(),
  );
});

test("a key leads from the review to its sheet", async () => {
  const { user } = openWindow("/review/run-12");
  await screen.findByRole("link", { name: "Sample and sign off" });
  await user.keyboard("c");
  expect(await screen.findByRole("region", { name: "Closing sheet" })).toBeVisible();
});

test("keys draw the sample and sign, but not while something is typed or composed", async () => {
  const platform = createFakePlatform();
  openWindow(`/review/${RUN}/close`, { platform });
  const sheet = await screen.findByRole("region", { name: "Closing sheet" });
  const name = await within(sheet).findByRole("textbox");
  await screen.findByText(/rows? to look at, out of/);
  fireEvent.keyDown(name, { key: "d" });
  fireEvent.keyDown(document.body, { key: "d", isComposing: true, keyCode: 229 });
  const done = () => platform.calls.map((call) => call.method);
  expect(done()).not.toContain("sample/draw");
  fireEvent.keyDown(document.body, { key: "d" });
  await waitFor(() => expect(done()).toContain("sample/draw"));
  fireEvent.keyDown(document.body, { key: "S", shiftKey: true });
  await waitFor(() => expect(done()).toContain("signoff/sign"));
});
