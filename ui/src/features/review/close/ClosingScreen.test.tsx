import { screen, waitFor, within } from "@testing-library/react";
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

test("keys lead from the review to the sheet, draw the sample and sign, but not while something is typed", async () => {
  const platform = createFakePlatform();
  const { user } = openWindow("/review/run-12", { platform });
  await screen.findByRole("button", { name: "Sample and sign off" });
  await user.keyboard("c");
  const panel = await screen.findByRole("region", { name: "Sample" });
  await within(panel).findByText(/rows? to look at, out of/);
  const sheet = await screen.findByRole("region", { name: "Closing sheet" });
  const name = await within(sheet).findByRole("textbox");
  await user.type(name, "dS");
  expect(name).toHaveValue("R. OkafordS");
  expect(platform.calls.some((call) => /sample.draw|signoff.sign/.test(call.method))).toBe(false);
  await user.clear(name);
  await user.type(name, "R. Okafor");
  name.blur();
  await user.keyboard("d");
  await within(panel).findByText(/It says nothing of the rest until all of them are/);
  await user.keyboard("{Shift>}S{/Shift}");
  await within(sheet).findByText("Signed off by R. Okafor");
});
