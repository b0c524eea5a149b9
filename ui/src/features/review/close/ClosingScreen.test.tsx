import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { createFakePlatform } from "@/testing/fakePlatform";
import { openWindow } from "@/testing/openWindow";

/** The run of the fixtures with rows that nobody judged. */
const RUN = "run-5";

test("a sample is planned, drawn, looked at, and the rest accepted by it", async () => {
  const platform = createFakePlatform();
  const { left } = (await platform.call("run/get", { run: RUN })).run.review;
  const { user } = openWindow(`/review/${RUN}/close`, { platform });
  const panel = await screen.findByRole("region", { name: "Sample" });
  expect(
    await within(panel).findByText(new RegExp(`rows? to look at, out of ${left}`)),
  ).toBeInTheDocument();
  await user.click(within(panel).getByRole("button", { name: "Draw the sample" }));
  expect(
    await within(panel).findByText(/It says nothing of the rest until all of them are/),
  ).toBeInTheDocument();
  expect(within(panel).queryByRole("button", { name: /by sample/ })).not.toBeInTheDocument();

  const [sample] = await platform.call("sample/list", { run: RUN });
  await platform.call("review/decide", {
    run: RUN,
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
  expect(within(panel).getByRole("button", { name: "Sign off this run" })).toBeDisabled();

  await platform.call("review/decide", { run: RUN, tasks: [207], verdict: "rejected" });
  await waitFor(() =>
    expect(within(panel).getByText("Changed after sign-off")).toBeInTheDocument(),
  );
});
