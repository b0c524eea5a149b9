import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SuggestionsView, SuggestionView } from "@/bindings/contract";
import { Empty } from "@/components/Empty";
import { Table } from "@/components/Table";
import { showPercent } from "@/lib/numbers";
import { useShortcuts } from "@/lib/shortcuts";
import { SuggestedRule } from "./SuggestedRule";
import { suggestionColumns } from "./suggestionColumns";
import type { SuggestionActs } from "./useSuggestionActs";
import classes from "./Suggestions.module.css";

type Props = {
  view: SuggestionsView;
  acts: SuggestionActs;
  /** True while another aim is being measured: what is shown still belongs to the one before. */
  stale: boolean;
};

/** Suggestions in a list, the chosen one with its rows for and against. */
export function SuggestionDesk({ view, acts, stale }: Props) {
  const { t } = useTranslation("rules");
  const [place, setPlace] = useState(0);
  const chosen = view.rules[Math.min(place, view.rules.length - 1)];
  const ready = chosen !== undefined && !acts.busy && !stale;
  const act = (done: (suggestion: SuggestionView) => void) => () => {
    // The next suggestion takes the place of the one that leaves.
    if (ready) done(chosen);
  };
  useShortcuts(t("suggest.keys"), [
    { keys: "a", label: t("suggest.accept"), run: act(acts.accept), enabled: ready },
    { keys: "x", label: t("suggest.dismiss"), run: act(acts.dismiss), enabled: ready },
  ]);
  if (chosen === undefined) {
    return <Empty title={t("suggest.none")}>{t("suggest.noneText")}</Empty>;
  }
  return (
    <>
      <p className={classes.say} aria-busy={stale}>
        {t("suggest.learnt", { count: view.cases })}{" "}
        {view.lines > 0
          ? t("suggest.measured", {
              cover: showPercent(view.decided, view.lines),
              agreement: showPercent(view.agreed, view.decided),
            })
          : t("suggest.unmeasured")}
      </p>
      <div className={classes.desk}>
        <div className={classes.list}>
          <Table
            label={t("suggest.label")}
            columns={suggestionColumns(t)}
            rows={view.rules}
            rowKey={(rule) => rule.key}
            selected={chosen.key}
            onSelect={(rule) => setPlace(view.rules.indexOf(rule))}
            rowHeight={32}
          />
          {view.more > 0 && (
            <p className={classes.more}>{t("suggest.more", { count: view.more })}</p>
          )}
        </div>
        <SuggestedRule
          key={chosen.key}
          rule={chosen}
          view={view}
          disabled={!ready}
          onAccept={act(acts.accept)}
          onDismiss={act(acts.dismiss)}
        />
      </div>
    </>
  );
}
