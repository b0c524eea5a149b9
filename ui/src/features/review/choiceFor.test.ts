import { expect, it } from "vitest";
import { choiceFor } from "./choiceFor";

const CHOICES = ["Stationery", "Food Costs", "Food"];

it("takes the same choice before a longer one, whatever the case", () => {
  expect(choiceFor(CHOICES, " food ")).toBe("Food");
  expect(choiceFor(CHOICES, "STATIONERY")).toBe("Stationery");
});

it("takes the first choice that holds the text", () => {
  expect(choiceFor(CHOICES, "cost")).toBe("Food Costs");
});

it("keeps a text that fits no choice", () => {
  expect(choiceFor(CHOICES, "Fuel ")).toBe("Fuel");
});
