import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { LearntView, ReviewRow } from "@/bindings/contract";
import { Dialog } from "@/components/Dialog";
import { ErrorNote } from "@/components/ErrorNote";
import { Region } from "@/components/Region";
import { Segmented } from "@/components/Segmented";
import { Why } from "@/components/Why";
import { useAct } from "@/data/useAct";
import { useCall } from "@/data/useCall";
import { focusHere } from "./focusHere";
import { LessonSheet } from "./LessonSheet";
import classes from "./LearnPanel.module.css";

const KINDS = ["example", "rule", "check"] as const;
type Kind = (typeof KINDS)[number];

type Props = { run: string; row: ReviewRow; onClose: () => void };

/** A correction becomes an example, a rule or a check of the skill; shown with what else it would have changed. */
export function LearnPanel({ run, row, onClose }: Props) {
  const { t } = useTranslation(["review", "common"]);
  const [kind, setKind] = useState<Kind>("rule");
  const [learnt, setLearnt] = useState<LearntView | null>(null);
  // Whoever chooses what it becomes has the keyboard there.
  const [chosen, setChosen] = useState(false);
  const [kept, setKept] = useState<string | null>(null);
  const params = { run, task: row.task, kind };
  const lesson = useCall("learn/preview", params, { enabled: learnt === null });
  const save = useAct("learn/save");
  const unlearn = useAct("learn/undo");
  const failed = save.error ?? unlearn.error;
  return (
    <Dialog opened onClose={onClose} title={t("learn.title", { row: row.source_row })} size={640}>
      <div className={classes.panel}>
        <Segmented
          label={t("learn.as")}
          segments={KINDS.map((value) => ({ value, label: t(`learn.kind.${value}`) }))}
          value={kind}
          onChange={(next) => {
            setKind(next);
            setChosen(true);
            setLearnt(null);
            setKept(null);
          }}
        />
        <div className={classes.body}>
          {learnt === null ? (
            <Region query={lesson}>{(found) => <LessonSheet lesson={found} />}</Region>
          ) : (
            <LessonSheet lesson={learnt.lesson} />
          )}
        </div>
        {failed && <ErrorNote error={failed} />}
        <div className={classes.foot}>
          <p role="status">
            {learnt !== null && t("learn.saved", { skill: learnt.skill, version: learnt.version })}
            {kept !== null && t("learn.kept", { skill: kept })}
          </p>
          {learnt === null ? (
            <Why not={lesson.isError && t("why.noLesson")}>
              <Button
                // Ready to be pressed as soon as there is something to add: one more Enter, no mouse.
                key={lesson.isSuccess ? "ready" : "reading"}
                ref={lesson.isSuccess && !chosen ? focusHere : null}
                variant="filled"
                disabled={lesson.isPending || save.isPending}
                onClick={() => save.mutate(params, { onSuccess: setLearnt })}
              >
                {t(`learn.save.${kind}`)}
              </Button>
            </Why>
          ) : (
            <Button
              disabled={unlearn.isPending}
              onClick={() =>
                unlearn.mutate(
                  { run, lesson: learnt.id },
                  {
                    onSuccess: (undone) => {
                      setKept(undone.kept ? learnt.skill : null);
                      setLearnt(null);
                    },
                  },
                )
              }
            >
              {t("common:do.undo")}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
