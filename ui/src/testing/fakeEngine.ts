import type { Methods } from "@/bindings/contract";
import type { Method } from "@/platform/Platform";
import { againAnswers } from "./fakeEngine/again";
import type { Answers } from "./fakeEngine/answers";
import { capAnswers } from "./fakeEngine/caps";
import { closingAnswers } from "./fakeEngine/closing";
import { createHouse, type Options } from "./fakeEngine/house";
import { compareAnswers } from "./fakeEngine/compare";
import { jobRowAnswers } from "./fakeEngine/jobRows";
import { jobAnswers } from "./fakeEngine/jobs";
import { mergeAnswers } from "./fakeEngine/merges";
import { learnAnswers } from "./fakeEngine/learn";
import { houseAnswers } from "./fakeEngine/program";
import { opinionAnswers } from "./fakeEngine/opinions";
import { rulesAnswers } from "./fakeEngine/rules";
import { runAnswers } from "./fakeEngine/runs";
import { studioAnswers } from "./fakeEngine/studio";
import { surveyAnswers } from "./fakeEngine/survey";

/** Everything the fake engine holds; tests may change it. */
export type FakeEngine = ReturnType<typeof createFakeEngine>;

/** An engine in memory: answers every method of the contract, and changes what it holds as the real one would. */
export function createFakeEngine(options: Options) {
  const house = createHouse(options);
  const answers: Answers = {
    ...houseAnswers(house),
    ...capAnswers(house),
    ...jobAnswers(house),
    ...jobRowAnswers(house),
    ...runAnswers(house),
    ...rulesAnswers(house),
    ...studioAnswers(house),
    ...surveyAnswers(house),
    ...againAnswers(house),
    ...learnAnswers(house),
    ...compareAnswers(house),
    ...opinionAnswers(house),
    ...mergeAnswers(house),
    ...closingAnswers(house),
  };
  return {
    state: house.state,
    answer: <M extends Method>(method: M, params: Methods[M]["params"]): Methods[M]["view"] =>
      answers[method](params),
  };
}
