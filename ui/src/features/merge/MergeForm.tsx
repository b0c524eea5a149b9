import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Region } from "@/components/Region";
import { Segmented } from "@/components/Segmented";
import { useCall } from "@/data/useCall";
import classes from "./Merge.module.css";
import { SkillForm } from "./SkillForm";
import { TableForm } from "./TableForm";

type Props = { run: string; onMade: (number: number) => void };

/** How a new document is made, and of which rows. */
export function MergeForm({ run, onMade }: Props) {
  const { t } = useTranslation("merge");
  const query = useCall("merge/choices", { run });
  const [how, setHow] = useState<"table" | "skill">("table");
  const [unreviewed, setUnreviewed] = useState(false);
  const [rejected, setRejected] = useState(false);
  return (
    <Region query={query}>
      {(choices) => {
        const rows =
          choices.accepted +
          (unreviewed ? choices.unreviewed : 0) +
          (rejected ? choices.rejected : 0);
        const include = { unreviewed, rejected };
        return (
          <div className={classes.stack}>
            <Segmented
              label={t("make.how")}
              segments={(["table", "skill"] as const).map((value) => ({
                value,
                label: t(`make.${value}`),
              }))}
              value={how}
              onChange={setHow}
            />
            <p className={classes.small}>{t(`make.${how}Text`)}</p>
            <fieldset className={classes.rows}>
              <legend>{t("rows.title")}</legend>
              <p>{t("rows.accepted", { count: choices.accepted })}</p>
              {choices.unreviewed > 0 && (
                <Checkbox
                  label={t("rows.unreviewed", { count: choices.unreviewed })}
                  checked={unreviewed}
                  onChange={(event) => setUnreviewed(event.currentTarget.checked)}
                />
              )}
              {choices.rejected > 0 && (
                <Checkbox
                  label={t("rows.rejected", { count: choices.rejected })}
                  checked={rejected}
                  onChange={(event) => setRejected(event.currentTarget.checked)}
                />
              )}
              {choices.without > 0 && (
                <p className={classes.small}>{t("rows.without", { count: choices.without })}</p>
              )}
            </fieldset>
            {how === "table" ? (
              <TableForm
                run={run}
                choices={choices}
                include={include}
                empty={rows === 0}
                onMade={onMade}
              />
            ) : (
              <SkillForm
                run={run}
                choices={choices}
                include={include}
                empty={rows === 0}
                onMade={onMade}
              />
            )}
          </div>
        );
      }}
    </Region>
  );
}
