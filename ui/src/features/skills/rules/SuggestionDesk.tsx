import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SuggestionsView } from "@/bindings/contract";
import { SentenceGap } from "@/components/SentenceGap";
import { Table } from "@/components/Table";
import { showPercent } from "@/lib/numbers";
import { useShortcuts } from "@/lib/shortcuts";
import { groupsOf, linesOf, type GroupBy } from "./groups";
import { NoSuggestions } from "./NoSuggestions";
import { SuggestedGroup } from "./SuggestedGroup";
import { SuggestedRule } from "./SuggestedRule";
import { suggestionColumns } from "./suggestionColumns";
import type { SuggestionActs } from "./useSuggestionActs";
import classes from "./Suggestions.module.css";

type Props = {
  skill: string;
  view: SuggestionsView;
  by: GroupBy;
  acts: SuggestionActs;
  /** True while another aim is being measured: what is shown still belongs to the one before. */
  stale: boolean;
  /** The share that is asked for, in percent. */
  aim: number;
};

/** Suggestions in a list, the chosen one, or group of them, with its rows for and against and what it would change. */
export function SuggestionDesk({ skill, view, by, acts, stale, aim }: Props) {
  const { t } = useTranslation("rules");
  const [place, setPlace] = useState<number | null>(null);
  const lines = linesOf(groupsOf(view.rules, by), by);
  // The first suggestion is chosen, not the head of its group; the next takes the place of one that leaves.
  const chosen = lines[Math.min(place ?? (by === "none" ? 0 : 1), lines.length - 1)];
  const ready = chosen !== undefined && !acts.busy && !stale;
  const one = chosen?.kind === "rule" ? chosen.rule : null;
  const accept = () => {
    if (ready) acts.accept(one ? [one] : chosen.group.rules);
  };
  const acceptGroup = () => {
    if (ready) acts.accept(chosen.group.rules);
  };
  const dismiss = () => {
    if (ready && one) acts.dismiss(one);
  };
  useShortcuts(t("suggest.keys"), [
    { keys: "a", label: t("suggest.accept"), run: accept, enabled: ready },
    {
      keys: "shift+a",
      label: t("suggest.acceptGroup"),
      run: acceptGroup,
      enabled: ready && by !== "none",
    },
    { keys: "x", label: t("suggest.dismiss"), run: dismiss, enabled: ready && one !== null },
  ]);
  if (chosen === undefined) return <NoSuggestions view={view} aim={aim} />;
  return (
    <>
      <p className={classes.say} aria-busy={stale}>
        {t("suggest.learnt", { count: view.cases })}
        <SentenceGap />
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
            columns={suggestionColumns(t, by)}
            rows={lines}
            rowKey={(line) => line.key}
            selected={chosen.key}
            onSelect={(line) => setPlace(lines.indexOf(line))}
            rowHeight={32}
          />
          {view.more > 0 && (
            <p className={classes.more}>{t("suggest.more", { count: view.more })}</p>
          )}
        </div>
        {one ? (
          <SuggestedRule
            key={chosen.key}
            skill={skill}
            rule={one}
            view={view}
            disabled={!ready}
            onAccept={accept}
            onDismiss={dismiss}
          />
        ) : (
          <SuggestedGroup
            key={chosen.key}
            skill={skill}
            group={chosen.group}
            view={view}
            disabled={!ready}
            onAccept={acceptGroup}
          />
        )}
      </div>
    </>
  );
}
