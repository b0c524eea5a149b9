import { describe, expect, it } from "vitest";
import { actsInOrder } from "./actsInOrder";

describe("acts in order", () => {
  it("does an act at once, and one that comes meanwhile after it, also if the first fails", async () => {
    const acts = actsInOrder();
    const done: string[] = [];
    let fail: (reason: Error) => void = () => undefined;
    void acts.add(() => {
      done.push("alone");
      return undefined;
    });
    const first = acts.add(() => {
      done.push("first");
      return new Promise<void>((_, reject) => (fail = reject));
    });
    const second = acts.add(() => {
      done.push("second");
      return undefined;
    });
    expect(done).toEqual(["alone", "first"]);
    fail(new Error("no"));
    await expect(first).rejects.toThrow("no");
    await second;
    expect(done).toEqual(["alone", "first", "second"]);
    void acts.add(() => {
      done.push("at once again");
      return undefined;
    });
    expect(done.at(-1)).toBe("at once again");
  });
});
