import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { createFakePlatform } from "@/testing/fakePlatform";
import { openWindow } from "@/testing/openWindow";

describe("keys", () => {
  it("saves a key, tests it at once, and keeps nothing of it on screen", async () => {
    const { user, platform } = openWindow("/settings?section=keys&provider=gemini");
    const card = await screen.findByRole("region", { name: "Google Gemini" });
    await user.type(within(card).getByLabelText("Key"), "secret-key-9XYZ");
    await user.click(within(card).getByRole("button", { name: "Save and test" }));
    expect(await within(card).findByText(/Google Gemini accepted it, 12 models/)).toBeVisible();
    expect(within(card).getByText("Saved in the key store and read back")).toBeVisible();
    expect(within(card).getByLabelText("New key")).toHaveValue("");
    expect(document.body).not.toHaveTextContent("secret-key");
    expect(platform.calls).toContainEqual({
      method: "key/set",
      params: { provider: "gemini", key: "secret-key-9XYZ", session_only: false },
    });
  });

  it("shows the limits the provider stated last, and nothing where it stated none", async () => {
    openWindow("/settings?section=keys&provider=anthropic");
    const limits = await screen.findByRole("table", { name: /Limits of your account/ });
    expect(within(limits).getByRole("row", { name: "Default Requests 100 97" })).toBeVisible();
    expect(
      within(limits).getByRole("row", { name: "Default Input tokens 200,000 91,400" }),
    ).toBeVisible();
    openWindow("/settings?section=keys&provider=openai");
    await screen.findByRole("region", { name: "OpenAI" });
    expect(screen.getAllByRole("table")).toHaveLength(1);
  });

  it("says that a provider refused the key, and what to do", async () => {
    const { user } = openWindow("/settings?section=keys&provider=openai");
    const card = await screen.findByRole("region", { name: "OpenAI" });
    await user.click(within(card).getByRole("button", { name: "Test" }));
    expect(await within(card).findByText("OpenAI refused the key ending in 4F0C.")).toBeVisible();
    expect(within(card).getByText(/Make a new one on its website/)).toBeVisible();
  });

  it("explains a key store that cannot be used and offers the session", async () => {
    const platform = createFakePlatform();
    platform.engine.state.keys.works = false;
    platform.engine.state.keys.problem = "no_service";
    const { user } = openWindow("/settings?section=keys&provider=gemini", { platform });
    expect(await screen.findByRole("alert")).toHaveTextContent("No key store is running.");
    const session = screen.getByRole("checkbox", { name: "Only until I close Stampmill" });
    expect(session).toBeChecked();
    await user.type(screen.getByLabelText("Key"), "abc-1234{Enter}");
    await waitFor(() =>
      expect(platform.calls).toContainEqual({
        method: "key/set",
        params: { provider: "gemini", key: "abc-1234", session_only: true },
      }),
    );
  });

  it("removes a key", async () => {
    const { user } = openWindow("/settings?section=keys&provider=anthropic");
    const card = await screen.findByRole("region", { name: "Anthropic" });
    await user.click(within(card).getByRole("button", { name: "Remove key" }));
    await waitFor(() => expect(card).toHaveTextContent("No key"));
  });
});

describe("prices", () => {
  it("takes a price for a model and shows it", async () => {
    const { user, platform } = openWindow("/settings?section=prices");
    await screen.findByRole("grid", { name: "Prices" });
    await user.click(screen.getByRole("button", { name: "Enter a price" }));
    const form = await screen.findByRole("region", { name: "Price of a model" });
    await user.type(within(form).getByLabelText("Model", { selector: "input" }), "custom/office-2");
    await user.type(within(form).getByLabelText("Input, per million tokens"), "0,25");
    await user.click(within(form).getByRole("button", { name: "Save price" }));
    expect(await within(form).findByText("Write an amount such as 1.25.")).toBeVisible();
    await user.type(within(form).getByLabelText("Output, per million tokens"), "1.5{Enter}");
    expect(await screen.findByText(/Price of custom\/office-2 saved/)).toBeVisible();
    expect(platform.calls.find(({ method }) => method === "price/set")?.params).toMatchObject({
      model: "custom/office-2",
      input: "0.25",
      output: "1.5",
    });
  });
});

describe("own prices", () => {
  it("asks about a price that looks as if it were per token, and stores it only when it is meant", async () => {
    const { user, platform } = openWindow("/settings?section=prices");
    await screen.findByRole("grid", { name: "Prices" });
    await user.click(screen.getByRole("button", { name: "Enter a price" }));
    const form = await screen.findByRole("region", { name: "Price of a model" });
    await user.type(within(form).getByLabelText("Model", { selector: "input" }), "custom/house");
    await user.type(within(form).getByLabelText("Input, per million tokens"), "0.000001");
    await user.type(within(form).getByLabelText("Output, per million tokens"), "0.000005{Enter}");
    expect(await within(form).findByText(/is far from the 1 USD known/)).toBeVisible();
    expect(platform.engine.state.prices.some(({ model }) => model === "custom/house")).toBe(false);
    await user.click(within(form).getByRole("button", { name: "Save it anyway" }));
    expect(await screen.findByText(/Price of custom\/house saved/)).toBeVisible();
    await user.click(await screen.findByText("custom/house"));
    await user.click(await screen.findByRole("button", { name: "Remove my price" }));
    expect(await screen.findByText("Your price of custom/house is taken away.")).toBeVisible();
  });
});

describe("caps", () => {
  it("lowers at once, and asks before it raises", async () => {
    const { user, platform } = openWindow("/settings?section=cap");
    const field = await screen.findByLabelText("No month costs more than");
    await user.clear(field);
    await user.type(field, "30{Enter}");
    expect(await screen.findByText("The cap is 30.00 USD.")).toBeVisible();
    await user.clear(field);
    await user.type(field, "60{Enter}");
    const dialog = await screen.findByRole("dialog", { name: "Raise the cap" });
    expect(platform.engine.state.settings.month_cap_usd).toBe("30");
    await user.click(within(dialog).getByRole("button", { name: "Raise to 60.00 USD" }));
    await waitFor(() => expect(platform.engine.state.settings.month_cap_usd).toBe("60"));
  });

  it("warns of a cap below what is spent", async () => {
    const { user } = openWindow("/settings?section=cap");
    const field = await screen.findByLabelText("No month costs more than");
    await user.clear(field);
    await user.type(field, "10{Enter}");
    expect(await screen.findByText(/no new call will start this month/)).toBeVisible();
  });
});

describe("caps of days, providers and keys", () => {
  it("sets a cap for the day and for a provider, and shows what is left of it", async () => {
    const { user, platform } = openWindow("/settings?section=cap");
    await user.type(await screen.findByLabelText("No day costs more than"), "5{Enter}");
    await user.type(screen.getByLabelText("Anthropic, a month"), "20{Enter}");
    expect(
      await screen.findByText(/14\.12 spent \+ 0\.55 held \+ 5\.33 left = 20\.00 USD/),
    ).toBeVisible();
    expect(platform.calls).toContainEqual({
      method: "caps/set",
      params: { kind: "provider", name: "anthropic", cap_usd: "20" },
    });
    expect(platform.calls).toContainEqual({
      method: "caps/set",
      params: { kind: "day", name: "", cap_usd: "5" },
    });
  });

  it("gives a second key a name, tests it by itself and lets it have a cap of its own", async () => {
    const { user, platform } = openWindow("/settings?section=keys&provider=anthropic");
    const card = await screen.findByRole("region", { name: "Anthropic" });
    await user.type(within(card).getByLabelText("For what"), "Client A");
    await user.type(within(card).getByLabelText("Key"), "sk-client-1234{Enter}");
    const named = await within(card).findByRole("region", { name: "Keys of Anthropic" });
    expect(named).toHaveTextContent("Client A");
    expect(named).toHaveTextContent("Key ending in 1234");
    expect(document.body).not.toHaveTextContent("sk-client");
    await user.click(within(named).getByRole("button", { name: "Test the key Client A" }));
    expect(await within(named).findByText("Key works")).toBeVisible();
    expect(platform.calls).toContainEqual({
      method: "key/test",
      params: { provider: "anthropic", name: "Client A" },
    });
    await user.click(screen.getByRole("link", { name: "Caps" }));
    expect(await screen.findByLabelText("Anthropic, key Client A, a month")).toBeVisible();
    expect(screen.getByLabelText("Anthropic, key Default, a month")).toBeVisible();
  });
});

describe("look", () => {
  it("changes the language of the window at once", async () => {
    const { user } = openWindow("/settings?section=look");
    await user.click(await screen.findByRole("radio", { name: "简体中文" }));
    expect(await screen.findByRole("heading", { level: 1, name: "语言与外观" })).toBeVisible();
    expect(document.documentElement.lang).toBe("zh-Hans");
  });

  it("changes the appearance at once", async () => {
    const { user } = openWindow("/settings?section=look");
    await user.click(await screen.findByRole("radio", { name: "Dark" }));
    await waitFor(() =>
      expect(document.documentElement).toHaveAttribute("data-mantine-color-scheme", "dark"),
    );
  });

  it("keeps the old choice on screen and says why when saving fails", async () => {
    const platform = createFakePlatform();
    platform.refuse("settings/set", { code: "disk_full", message: "full", hint: null, params: {} });
    const { user } = openWindow("/settings?section=look", { platform });
    await user.click(await screen.findByRole("radio", { name: "Dark" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The disk is full");
    expect(screen.getAllByRole("radio", { name: "As the system" })[1]).toBeChecked();
  });
});

it("keeps the reviewer's name when the field is left", async () => {
  const { user, platform } = openWindow("/settings?section=reviewer");
  const field = await screen.findByLabelText("Name on run sheets");
  await user.clear(field);
  await user.type(field, "Anna Weber");
  await user.tab();
  expect(await screen.findByText("Saved")).toBeVisible();
  expect(platform.engine.state.settings.reviewer).toBe("Anna Weber");
});

it("shows where the data is kept", async () => {
  openWindow("/settings?section=data");
  expect(await screen.findByText("/home/anna/.local/share/stampmill")).toBeVisible();
});
