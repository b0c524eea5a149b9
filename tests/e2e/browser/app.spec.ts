import { expect, expectAccessible, test } from "./fixtures.ts";

test("the app opens with its navigation and nothing to complain of", async ({ app }) => {
  await expect(app).toHaveTitle(/Stampmill/);
  for (const name of ["Home", "Jobs", "Runs", "Review", "Costs", "Skills", "Settings"]) {
    await expect(app.getByRole("navigation").first().getByRole("link", { name })).toBeVisible();
  }
  await expectAccessible(app, "home");
});

test("a page of another origin cannot reach the engine", async ({ engine }) => {
  const address = new URL(engine.url);
  const call = (origin: string, token: string) =>
    fetch(new URL(`/call/app/info?token=${token}`, address), {
      method: "POST",
      headers: { "content-type": "application/json", origin },
      body: "{}",
    });
  const token = address.searchParams.get("token") ?? "";
  expect((await call(address.origin, token)).status).toBe(200);
  expect((await call("https://example.org", token)).status).toBe(403);
  expect((await call(address.origin, "guessed")).status).toBe(403);
});
