import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../lib/paths.mjs";

const read = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));

/** A line of the page that is printed, and the same line of the workbook. */
const SAME = {
  "part.rows": "run.rows",
  "part.accepted": "run.accepted",
  "part.corrected": "run.corrected",
  "part.rejected": "run.rejected",
  "part.by_sample": "run.by_sample",
  "part.failed": "run.failed",
  "part.unreviewed": "run.unreviewed",
  "part.unfinished": "run.left",
  "sheet.source": "run.source",
  "sheet.skill": "run.skill",
  "sheet.model": "run.model",
  "sheet.ruleShare": "run.rule_share",
  unnamed: "sign.unnamed",
};

for (const language of ["en", "zh"]) {
  test(`the printed closing sheet and the one in the workbook say the same: ${language}`, () => {
    const page = read(`ui/src/words/${language}/review.json`).close;
    const book = read(`crates/mill-engine/locales/${language}.json`);
    const said = (key) => key.split(".").reduce((at, part) => at[part], page);
    for (const [ours, theirs] of Object.entries(SAME)) {
      assert.equal(said(ours), book[theirs], `${ours} and ${theirs}`);
    }
  });
}
