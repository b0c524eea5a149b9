import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SkillVersionView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { Region } from "@/components/Region";
import { useAct } from "@/data/useAct";
import { useCall } from "@/data/useCall";
import { useLocale } from "@/lib/Locale";
import { VersionDiff } from "./VersionDiff";
import classes from "./Versions.module.css";

type Props = { skill: string };

/** Every version of a skill; the chosen one is compared with the one before it, and can be brought back. */
export function VersionsPart({ skill }: Props) {
  const { t } = useTranslation("studio");
  const query = useCall("version/list", { skill });
  return (
    <div className={classes.part}>
      <p className={classes.about}>{t("version.about")}</p>
      <Region query={query}>{(versions) => <Versions skill={skill} versions={versions} />}</Region>
    </div>
  );
}

function Versions({ skill, versions }: { skill: string; versions: SkillVersionView[] }) {
  const { t } = useTranslation("studio");
  const { times } = useLocale();
  const restore = useAct("version/restore");
  const [chosen, setChosen] = useState<string | null>(null);
  const at = Math.max(
    0,
    versions.findIndex((version) => version.id === chosen),
  );
  const newer = versions[at];
  const older = versions[at + 1];
  return (
    <div className={classes.versions}>
      <ul className={classes.list}>
        {versions.map((version, index) => (
          <li key={version.id}>
            <button
              type="button"
              className={classes.version}
              aria-pressed={index === at}
              onClick={() => setChosen(version.id)}
            >
              <b>{t("version.one", { version: version.version })}</b>
              <span>
                {[
                  version.saved_at === null ? t("version.shipped") : times.moment(version.saved_at),
                  version.runs > 0 ? t("version.runs", { count: version.runs }) : null,
                  version.current ? t("version.current") : null,
                ]
                  .filter((part) => part !== null)
                  .join(" · ")}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className={classes.changes}>
        {restore.isError && <ErrorNote error={restore.error} safe={t("safe")} />}
        {newer && !newer.current && (
          <div>
            <Button
              disabled={restore.isPending}
              onClick={() => restore.mutate({ skill, version: newer.id })}
            >
              {t("version.restore")}
            </Button>
          </div>
        )}
        {newer && older ? (
          <VersionDiff skill={skill} older={older} newer={newer} />
        ) : (
          <p className={classes.about}>{t("version.first")}</p>
        )}
      </div>
    </div>
  );
}
