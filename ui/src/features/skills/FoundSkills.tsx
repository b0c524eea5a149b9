import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { FoundSkillView } from "@/bindings/contract";
import { Dialog } from "@/components/Dialog";
import { ErrorNote } from "@/components/ErrorNote";
import { useAct } from "@/data/useAct";
import { useCoreWords } from "@/lib/useCoreWords";
import { useState } from "react";
import classes from "./FoundSkills.module.css";

type Props = {
  /** What was found; null: closed. */
  found: FoundSkillView[] | null;
  onClose: () => void;
};

/** Skills of another program, found in a folder; each is taken in on its own. */
export function FoundSkills({ found, onClose }: Props) {
  const { t } = useTranslation("studio");
  const core = useCoreWords();
  const bring = useAct("skill/import");
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const take = (grant: string) =>
    bring.mutate({ grant }, { onSuccess: () => setTaken((now) => new Set([...now, grant])) });
  return (
    <Dialog opened={found !== null} onClose={onClose} title={t("found.title")} size="lg">
      {bring.isError && <ErrorNote error={bring.error} safe={t("safe")} />}
      {found?.length === 0 && <p className={classes.about}>{t("found.none")}</p>}
      <ul className={classes.list}>
        {(found ?? []).map((skill) => (
          <li key={skill.grant} className={classes.skill}>
            <div>
              <b>{skill.name}</b>
              <p className={classes.about}>
                {skill.problem === null ? skill.description : core(skill.problem)}
              </p>
              {skill.scripts && <p className={classes.about}>{t("found.scripts")}</p>}
            </div>
            <Button
              size="sm"
              disabled={skill.problem !== null || taken.has(skill.grant) || bring.isPending}
              onClick={() => take(skill.grant)}
            >
              {taken.has(skill.grant) ? t("found.taken") : t("found.take")}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
