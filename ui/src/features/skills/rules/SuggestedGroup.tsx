import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { SuggestionsView } from "@/bindings/contract";
import { Kbd } from "@/components/Kbd";
import { LaterOutcomes } from "./LaterOutcomes";
import { LaterPeriods } from "./LaterPeriods";
import { RuleEffect } from "./RuleEffect";
import type { SuggestionGroup } from "./groups";
import classes from "./Suggestions.module.css";

type Props = {
  skill: string;
  group: SuggestionGroup;
  view: SuggestionsView;
  disabled: boolean;
  onAccept: () => void;
};

/** A group of suggestions: what all of them together would change, and one key for all. */
export function SuggestedGroup({ skill, group, view, disabled, onAccept }: Props) {
  const { t } = useTranslation("rules");
  return (
    <section className={classes.one} aria-label={t("suggest.group")}>
      <h3 className={classes.sentence}>
        <b>{group.name || t("say.always")}</b>{" "}
        <span className={classes.light}>{t("suggest.groupOf", { count: group.rules.length })}</span>
      </h3>
      <div className={classes.acts}>
        <Button size="sm" disabled={disabled} onClick={onAccept} rightSection={<Kbd keys="a" />}>
          {t("suggest.acceptAll", { count: group.rules.length })}
        </Button>
      </div>
      <RuleEffect skill={skill} rules={group.rules} inputs={view.inputs} />
      {view.periods.length > 0 && (
        <>
          <LaterOutcomes outcomes={view.outcomes} />
          <LaterPeriods periods={view.periods} />
        </>
      )}
    </section>
  );
}
