import { IconFlag } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { AskedView, FieldView, ReviewItem, ReviewRow } from "@/bindings/contract";
import { State } from "@/components/State";
import { useLocale } from "@/lib/Locale";
import { useCoreWords } from "@/lib/useCoreWords";
import classes from "./AskedNotes.module.css";

/** Ends that say for themselves why an answer was not used. */
const OUTCOMES = ["refused", "cut_off", "invalid", "too_long", "unreadable"] as const;

type Props = { item: ReviewItem; row: ReviewRow; outputs: FieldView[]; awaited: boolean };

/** What was noted about a row: its flag, and each time it was asked again, with what the new answer changed. */
export function AskedNotes({ item, row, outputs, awaited }: Props) {
  const { t } = useTranslation(["review", "common"]);
  const core = useCoreWords();
  const { times } = useLocale();
  const pending = item.asked.some((asked) => asked.ended_as === null);
  if (item.asked.length === 0 && row.flag_note === "" && !awaited) return null;
  return (
    <section className={classes.notes} aria-label={t("asked.label")}>
      {row.flag_note !== "" && (
        <p className={classes.flag}>
          <IconFlag size={14} stroke={1.6} aria-hidden />
          {row.flag_note}
        </p>
      )}
      {awaited && !pending && <State shape="running">{t("asked.waiting")}</State>}
      {[...item.asked].reverse().map((asked) => (
        <div key={asked.at} className={classes.asked} data-undone={asked.undone}>
          <p className={classes.note}>{asked.note}</p>
          <p className={classes.end}>
            {asked.ended_as === null ? (
              <State shape="running">{t("asked.waiting")}</State>
            ) : (
              endWords(asked)
            )}
            <span className={classes.at}>{times.moment(asked.at)}</span>
          </p>
          {changesOf(asked).map((change) => (
            <p key={change.label} className={classes.change}>
              <span>{change.label}</span>
              <del>{change.from === "" ? t("result.empty") : change.from}</del>
              <ins>{change.to === "" ? t("result.empty") : change.to}</ins>
            </p>
          ))}
        </div>
      ))}
    </section>
  );

  function endWords({ version, ended_as, problem, undone }: AskedView): string {
    if (undone) return t("asked.undone");
    if (version !== null) return t("asked.answered", { version });
    if (problem !== null) return t("asked.kept", { why: core(problem) });
    if (ended_as === "no_room") return t("asked.noRoom");
    const outcome = OUTCOMES.find((known) => known === ended_as);
    return outcome === undefined
      ? t("asked.stopped")
      : t("asked.kept", { why: t(`common:outcome.${outcome}`) });
  }

  function changesOf({ version, former }: AskedView) {
    const shown = (of: number | null) =>
      item.versions.find((known) => known.version === of)?.shown ?? null;
    const [before, after] = [shown(former), shown(version)];
    if (after === null || before === null) return [];
    return outputs.flatMap((field, at) => {
      const [from, to] = [before[at] ?? "", after[at] ?? ""];
      return from === to ? [] : [{ label: field.label, from, to }];
    });
  }
}
