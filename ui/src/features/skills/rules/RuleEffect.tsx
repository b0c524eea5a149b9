import { useTranslation } from "react-i18next";
import type { SuggestionView } from "@/bindings/contract";
import { Loading } from "@/components/Loading";
import { Region } from "@/components/Region";
import { SentenceGap } from "@/components/SentenceGap";
import { useCall } from "@/data/useCall";
import { showCount } from "@/lib/numbers";
import { ChangedRows } from "./ChangedRows";
import { RuleLosses } from "./RuleLosses";
import { newRules } from "./useSuggestionActs";
import classes from "./Suggestions.module.css";

type Props = { skill: string; rules: SuggestionView[]; inputs: string[] };

/** What added rules would change on the last run's rows: how many more are decided, and which rules lose rows. */
export function RuleEffect({ skill, rules, inputs }: Props) {
  const { t } = useTranslation("rules");
  const query = useCall("suggestion/preview", { skill, rules: newRules(rules, t) });
  return (
    <div className={classes.cases}>
      <h4>{t("effect.title")}</h4>
      <Region query={query} loading={<Loading lines={2} />}>
        {({ numbers, trial }) => {
          const lost = trial.changes.filter((change) => change.before_rule !== null);
          return (
            <>
              <p className={classes.expected}>
                {numbers.length === 1 && t("effect.place", { rule: numbers[0] })}
                <SentenceGap />
                {trial.run === null
                  ? t("edit.untried")
                  : t("effect.decides", {
                      run: trial.run_name,
                      now: showCount(trial.decided),
                      rows: showCount(trial.rows),
                      before: showCount(trial.decided_before),
                    })}
                <SentenceGap />
                {trial.run !== null && trial.losses.length === 0 && t("effect.noLoss")}
              </p>
              <RuleLosses losses={trial.losses} />
              {lost.length > 0 && (
                <ChangedRows
                  whole
                  changes={lost}
                  inputs={inputs}
                  heads={{ before: t("effect.before"), after: t("effect.after") }}
                />
              )}
            </>
          );
        }}
      </Region>
    </div>
  );
}
