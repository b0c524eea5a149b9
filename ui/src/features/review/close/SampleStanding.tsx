import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { SampleView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { Kbd } from "@/components/Kbd";
import { Notice } from "@/components/Notice";
import { Why } from "@/components/Why";
import { useAct } from "@/data/useAct";
import { useLocale } from "@/lib/Locale";
import { offerUndo } from "@/lib/undo";
import classes from "./close.module.css";
import { StrataTable } from "./StrataTable";
import { useSampleWords } from "./useSampleWords";
import { usePressKey } from "./usePressKey";

type Props = { run: string; sample: SampleView; onFurther: () => void };

const SHAPES = { open: "review", reached: "done", missed: "failed", accepted: "done" } as const;

/** What a sample says of the rest, what it says nothing about, and what to do next. */
export function SampleStanding({ run, sample, onFurther }: Props) {
  const { t } = useTranslation(["review", "common"]);
  const { times } = useLocale();
  const words = useSampleWords();
  const accept = useAct("sample/accept_rest");
  const undo = useAct("review/undo");
  const [pressRef, pressKeys] = usePressKey("sample");
  const acceptRest = () =>
    accept.mutate(
      { run, sample: sample.sample },
      {
        onSuccess: ({ tasks }) =>
          offerUndo(t("close.sample.accepted", { count: tasks.length }), () =>
            undo.mutate({ run }),
          ),
      },
    );
  const state = stateOf(sample);
  const next = {
    open: (
      <Button
        ref={pressRef}
        rightSection={<Kbd keys={pressKeys} />}
        size="sm"
        renderRoot={(rest) => (
          <Link to="/review/$run" params={{ run }} search={{ filter: "in_sample" }} {...rest} />
        )}
      >
        {t("close.sample.look", { count: sample.drawn - sample.looked })}
      </Button>
    ),
    reached: (
      <Why not={sample.rest === 0 && t("why.noRest")}>
        <Button
          ref={pressRef}
          rightSection={<Kbd keys={pressKeys} />}
          size="sm"
          disabled={accept.isPending}
          onClick={acceptRest}
        >
          {t("close.sample.accept", { count: sample.rest })}
        </Button>
      </Why>
    ),
    missed: sample.rest > 0 && (
      <Button ref={pressRef} rightSection={<Kbd keys={pressKeys} />} size="sm" onClick={onFurther}>
        {sample.next === null
          ? t("close.sample.another")
          : t("close.sample.further", { count: sample.next })}
      </Button>
    ),
    accepted: null,
  }[state];
  return (
    <div className={classes.stack}>
      <Notice shape={SHAPES[state]} action={next}>
        {words.says(sample)}
      </Notice>
      {accept.isError && <ErrorNote error={accept.error} />}
      {state === "missed" && sample.rest > 0 && (
        <p className={classes.text}>{t("close.sample.missed")}</p>
      )}
      {state === "accepted" && (
        <p className={classes.text}>{t("close.sample.done", { count: sample.accepted })}</p>
      )}
      {words.uncovered(sample) !== "" && <p className={classes.text}>{words.uncovered(sample)}</p>}
      <StrataTable strata={sample.strata} />
      <p className={classes.small}>
        {t("close.sample.drawnBy", {
          sample: sample.sample,
          who: sample.reviewer || t("close.unnamed"),
          when: times.moment(sample.drawn_at),
          seed: sample.seed,
        })}
      </p>
    </div>
  );
}

function stateOf(sample: SampleView): keyof typeof SHAPES {
  switch (sample.state) {
    case "reached":
    case "missed":
    case "accepted":
      return sample.state;
    default:
      return "open";
  }
}
