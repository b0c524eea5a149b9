import common from "./common.json";
import home from "./home.json";
import job from "./job.json";
import run from "./run.json";
import review from "./review.json";
import opinion from "./opinion.json";
import merge from "./merge.json";
import compare from "./compare.json";
import costs from "./costs.json";
import skills from "./skills.json";
import studio from "./studio.json";
import rules from "./rules.json";
import settings from "./settings.json";
import errors from "./errors.json";
import core from "./core.json";

/** Every word of the window, by feature. */
export const en = {
  common,
  home,
  job,
  run,
  review,
  opinion,
  merge,
  compare,
  costs,
  skills,
  studio,
  rules,
  settings,
  errors,
  core,
};
