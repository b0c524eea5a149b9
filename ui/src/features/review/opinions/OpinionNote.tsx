import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FacetPick, VerificationView } from "@/bindings/contract";
import { Notice } from "@/components/Notice";
import { useCall } from "@/data/useCall";
import { AgreementDialog } from "./AgreementDialog";
import { modelNames } from "./modelNames";
import classes from "./Opinions.module.css";

type Props = {
  run: string;
  picks: FacetPick[];
  onPick: (picks: FacetPick[]) => void;
};

const DISAGREE: FacetPick = { facet: "opinion", values: ["disagrees"] };

/** Above a review whose results have second opinions: how far they are, how many differ, and the way to those. */
export function OpinionNote({ run, picks, onPick }: Props) {
  const list = useCall("opinion/list", { run });
  const [newest] = list.data ?? [];
  return newest === undefined ? null : (
    <div className={classes.place}>
      <Said found={newest} all={list.data ?? []} picks={picks} onPick={onPick} />
    </div>
  );
}

type SaidProps = {
  found: VerificationView;
  all: VerificationView[];
  picks: FacetPick[];
  onPick: (picks: FacetPick[]) => void;
};

function Said({ found, all, picks, onPick }: SaidProps) {
  const { t } = useTranslation("opinion");
  const [open, setOpen] = useState(false);
  const atWork = found.state === "running" || found.state === "paused";
  // The run that asks is told of as it goes; the sums of its answers come when it ends.
  const asking = useCall("run/get", { run: found.run }, { enabled: atWork });
  const tasks = asking.data?.run.tasks;
  const who = modelNames(found.models);
  const picked = picks.some(({ facet }) => facet === DISAGREE.facet);
  return (
    <>
      <Notice
        shape={found.state === "paused" ? "paused" : atWork ? "running" : shapeOf(found)}
        action={
          <>
            {found.disagree > 0 && !picked && (
              <Button size="sm" onClick={() => onPick([...picks, DISAGREE])}>
                {t("note.look")}
              </Button>
            )}
            <Button size="sm" onClick={() => setOpen(true)}>
              {t("note.agreement")}
            </Button>
          </>
        }
      >
        {atWork
          ? t(found.state === "paused" ? "note.paused" : "note.asking", {
              who,
              answered: tasks ? tasks.done + tasks.failed : found.answered + found.failed,
              count: found.questions,
            })
          : t("note.said", { who, count: found.with_opinion, disagree: found.disagree })}{" "}
        {found.practice && t("note.practice")}
      </Notice>
      {open && <AgreementDialog all={all} onClose={() => setOpen(false)} />}
    </>
  );
}

function shapeOf({ disagree }: VerificationView): "review" | "done" {
  return disagree > 0 ? "review" : "done";
}
