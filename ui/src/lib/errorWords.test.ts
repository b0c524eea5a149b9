import { expect, it } from "vitest";
import { createWords } from "@/words/words";
import { CallError, callErrorOf } from "./callError";
import { errorWords } from "./errorWords";

const tooSmall = new CallError({
  code: "budget_too_small",
  message: "a budget of 0.001 USD is too small: one call can cost up to 0.01 USD",
  hint: "Set a budget of at least 0.01 USD.",
  params: { budget: "0.001", smallest: "0.01", likely: "0.05" },
});

it("says a known refusal in the person's language, with what to do next", () => {
  expect(errorWords(createWords("zh").t, tooSmall)).toEqual({
    what: "0.001 USD 的预算太小。",
    next: "预算至少要 0.01 USD：每次调用前都会按回答可能达到的最大长度预留这笔钱。全部完成大约需要 0.05 USD。",
    details:
      "budget_too_small: a budget of 0.001 USD is too small: one call can cost up to 0.01 USD",
  });
});

it("makes a sentence of a refusal it has no words for", () => {
  const unheard = callErrorOf({
    code: "new_code",
    message: "the stove is cold",
    hint: "light it",
    params: {},
  });
  expect(errorWords(createWords("en").t, unheard)).toEqual({
    what: "The stove is cold.",
    next: "Light it.",
    details: "new_code: the stove is cold",
  });
});

it("names things in the person's language, and leaves out a hint whose parts are missing", () => {
  const gone = callErrorOf({
    code: "not_found",
    message: "there is no job `7`",
    hint: null,
    params: { what: "job", id: "7" },
  });
  expect(errorWords(createWords("zh").t, gone).what).toBe("该项目已不存在（方案）。");
  const wrong = (params: Record<string, string>) =>
    errorWords(
      createWords("en").t,
      callErrorOf({ code: "bad_value", message: "m", hint: null, params }),
    );
  expect(wrong({ what: "agents", value: "0", expected: "use 1 to 256" })).toMatchObject({
    what: "“0” cannot be used here (number of agents).",
    next: "Use 1 to 256.",
  });
  expect(wrong({ what: "agents", value: "0" }).next).toBeNull();
});
