import { expect, it } from "vitest";
import { fileName } from "./fileName";

it("leaves out what a file name cannot hold on some system", () => {
  expect(fileName("Sample: card lines of the month run 2")).toBe(
    "Sample card lines of the month run 2",
  );
  expect(fileName('a/b\\c "d" <e>|f?*\t')).toBe("a b c d e f");
});

it("keeps other scripts, and never ends in a stop or in nothing", () => {
  expect(fileName("样例：三月")).toBe("样例：三月");
  expect(fileName("March.")).toBe("March");
  expect(fileName(" :: ")).toBe("Stampmill");
});

it("keeps a name that leads elsewhere in the folder", () => {
  expect(fileName("..\\..\\x")).toBe(".. .. x");
  expect(fileName("../../etc/x")).toBe(".. .. etc x");
  expect(fileName("C:\\x")).toBe("C x");
  expect(fileName("CON")).toBe("CON_");
  expect(fileName("nul.2026")).toBe("nul_.2026");
});
