import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { createFakePlatform } from "@/testing/fakePlatform";
import { openWindow } from "@/testing/openWindow";

it("changes a key, refuses one that is taken or fixed, waits for an input method, and resets", async () => {
  const platform = createFakePlatform();
  const { user } = openWindow("/settings?section=keyboard", { platform });
  const keys = () => platform.engine.state.settings.keys;
  const accept = await screen.findByRole("button", { name: /^Change the key: Accept, now A$/ });
  await user.click(accept);
  await user.keyboard("x");
  expect(screen.getByText("X is already the key for: Reject.")).toBeVisible();
  await user.keyboard("g");
  expect(screen.getByText("G cannot be chosen: it means something else everywhere.")).toBeVisible();
  fireEvent.keyDown(accept, { key: "b", isComposing: true, keyCode: 229 });
  expect(keys()).toEqual({});
  await user.keyboard("b");
  await waitFor(() => expect(keys()).toEqual({ accept: "b" }));
  await user.click(await screen.findByRole("button", { name: "All usual keys" }));
  await waitFor(() => expect(keys()).toEqual({}));
});
