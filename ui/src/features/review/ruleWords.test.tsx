import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { createFakePlatform, type FakePlatform } from "@/testing/fakePlatform";
import { openWindow } from "@/testing/openWindow";

it("says why a rule decided, and the rule a correction teaches, in the person's language", async () => {
  const platform: FakePlatform = createFakePlatform({
    answers: {
      "review/item": (params) => ({
        ...platform.engine.answer("review/item", params),
        why: "",
        why_rule: {
          conditions: [
            { field: "creditor", label: "Creditor", cell: "contains OYSTER" },
            { field: "value", label: "JV Value", cell: "between 0 and 50" },
          ],
          note: "top-ups",
        },
      }),
    },
  });
  platform.engine.state.settings.language = "zh";
  const { user } = openWindow("/review/run-5", { platform, language: "zh" });
  const why = (await screen.findByText("OYSTER")).closest("p");
  expect(why).toHaveTextContent("Creditor 包含 OYSTER 且 JV Value 介于 0 和 50 (top-ups)");
  await user.keyboard("e");
  await user.type(await screen.findByRole("textbox", { name: "Supplier" }), "!{Enter}");
  await user.keyboard("l");
  const panel = await screen.findByRole("dialog");
  const condition = (await within(panel).findAllByRole("definition"))[1];
  expect(condition).toHaveTextContent(/^是 /);
});
