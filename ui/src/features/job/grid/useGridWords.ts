import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { TableProblem } from "@/bindings/contract";
import { decidedWords } from "@/components/decidedWords";
import { coreWords } from "@/lib/coreWords";
import { problemWords } from "../import/problemWords";
import type { GridWords } from "./gridLook";

/** The words of the grid; `problems` are those of the list, told where their row cannot be used. */
export function useGridWords(problems: TableProblem[]): GridWords {
  const { t } = useTranslation("job");
  const { t: common } = useTranslation();
  return useMemo<GridWords>(
    () => ({
      use: t("map.use"),
      newRow: t("grid.newRow"),
      notUsed: t("map.notUsed"),
      result: (label) => t("map.result", { label }),
      feeds: (column, input) =>
        input === null ? t("map.feedsNone", { column }) : t("map.feeds", { column, input }),
      choose: (column, input, feedsIt) =>
        t(feedsIt ? "map.chosen" : "map.choose", { column, input }),
      decided: (row) => decidedWords(common, row.decides, row.rule),
      problem: (row) => {
        if (row.problem === null) return null;
        const known = problems.find((one) => one.blocks_row && one.row === row.source_row);
        return known ? problemWords(t, known) : coreWords(common, row.problem);
      },
    }),
    [t, common, problems],
  );
}
