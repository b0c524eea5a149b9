import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Segmented } from "@/components/Segmented";
import { ErrorNote } from "@/components/ErrorNote";
import { Loading } from "@/components/Loading";
import { Region } from "@/components/Region";
import { useCall } from "@/data/useCall";
import type { GroupBy } from "./groups";
import { SuggestionDesk } from "./SuggestionDesk";
import { useSuggestionActs } from "./useSuggestionActs";
import classes from "./Suggestions.module.css";

type Props = { skill: string };

const GROUPS = ["outcome", "field", "none"] as const;
const AIMS = ["80", "85", "90", "95"];

/** Rules learnt from what the person decided, to take over or to dismiss. */
export function Suggestions({ skill }: Props) {
  const { t } = useTranslation("rules");
  const [aim, setAim] = useState("85");
  const query = useCall(
    "suggestion/list",
    { skill, agreement: Number(aim) },
    { keepPrevious: true },
  );
  const [by, setBy] = useState<GroupBy>("outcome");
  const acts = useSuggestionActs(skill);
  return (
    <div className={classes.part}>
      <div className={classes.aim}>
        <span>{t("suggest.aim")}</span>
        <Segmented
          label={t("suggest.aim")}
          value={aim}
          onChange={setAim}
          segments={AIMS.map((value) => ({ value, label: t("suggest.aimOf", { percent: value }) }))}
        />
        <span className={classes.by}>{t("suggest.by")}</span>
        <Segmented
          label={t("suggest.by")}
          value={by}
          onChange={setBy}
          segments={GROUPS.map((value) => ({ value, label: t(`suggest.byWord.${value}`) }))}
        />
      </div>
      {acts.error && <ErrorNote error={acts.error} safe={t("edit.safe")} />}
      <Region query={query} loading={<Loading lines={10} />}>
        {(view) => (
          <SuggestionDesk
            key={by}
            skill={skill}
            view={view}
            by={by}
            acts={acts}
            stale={query.isPlaceholderData}
            aim={Number(aim)}
          />
        )}
      </Region>
    </div>
  );
}
