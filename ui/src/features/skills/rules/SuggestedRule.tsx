import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { SuggestionsView, SuggestionView } from "@/bindings/contract";
import { Kbd } from "@/components/Kbd";
import { RuleWords } from "@/components/RuleWords";
import { outcomeText } from "@/lib/ruleText";
import { CaseRows } from "./CaseRows";
import { LaterOutcomes } from "./LaterOutcomes";
import { LaterPeriods } from "./LaterPeriods";
import { laterWords } from "./laterWords";
import { RuleEffect } from "./RuleEffect";
import classes from "./Suggestions.module.css";

type Props = {
  skill: string;
  rule: SuggestionView;
  view: SuggestionsView;
  disabled: boolean;
  onAccept: () => void;
  onDismiss: () => void;
};

/** One suggestion: the rule as a sentence, its rows for and against, and what can be done with it. */
export function SuggestedRule({ skill, rule, view, disabled, onAccept, onDismiss }: Props) {
  const { t } = useTranslation("rules");
  return (
    <section className={classes.one} aria-label={t("suggest.label")}>
      <h3 className={classes.sentence}>
        <RuleWords cells={rule.conditions} />
        <span className={classes.light}> → </span>
        {rule.then.map((cell) => (
          <b key={cell.field}>{outcomeText(t, cell.cell)} </b>
        ))}
      </h3>
      <p className={classes.expected}>
        {t("suggest.expected", { percent: rule.expected })}
        {view.periods.length > 0 && (
          <>
            <br />
            {laterWords(t, rule.later)}
          </>
        )}
      </p>
      <div className={classes.acts}>
        <Button size="sm" disabled={disabled} onClick={onAccept} rightSection={<Kbd keys="a" />}>
          {t("suggest.accept")}
        </Button>
        <Button
          size="sm"
          variant="default"
          disabled={disabled}
          onClick={onDismiss}
          rightSection={<Kbd keys="x" />}
        >
          {t("suggest.dismiss")}
        </Button>
      </div>
      <RuleEffect skill={skill} rules={[rule]} inputs={view.inputs} />
      <CaseRows
        title={t("suggest.rowsFor")}
        count={rule.agreeing}
        rows={rule.rows_for}
        view={view}
      />
      <CaseRows
        title={t("suggest.rowsAgainst")}
        count={rule.against}
        rows={rule.rows_against}
        view={view}
      />
      {view.periods.length > 0 && (
        <>
          <LaterOutcomes outcomes={view.outcomes} />
          <LaterPeriods periods={view.periods} />
        </>
      )}
    </section>
  );
}
