import { useTranslation } from "react-i18next";
import type { ClosingView } from "@/bindings/contract";
import { Cost } from "@/components/Cost";
import { showCount } from "@/lib/numbers";
import { useLocale } from "@/lib/Locale";
import { useSinceWords } from "@/lib/useSinceWords";
import { useVerdictWord } from "@/lib/useVerdictWord";
import classes from "./close.module.css";
import { useSampleWords } from "./useSampleWords";

type Props = { sheet: ClosingView };

const PARTS = [
  "accepted",
  "corrected",
  "rejected",
  "by_sample",
  "failed",
  "unreviewed",
  "unfinished",
] as const;

/** Who accepted what on which evidence, in numbers that add up. Printed, it is the only thing on the page. */
export function ClosingSheet({ sheet }: Props) {
  const { t } = useTranslation(["review", "opinion"]);
  const { times, zone } = useLocale();
  const words = useSampleWords();
  const since = useSinceWords()(sheet.since);
  const verdictWord = useVerdictWord();
  const line = (label: string, value: React.ReactNode, key = label) => (
    <div key={key} className={classes.line}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
  return (
    <div className={classes.sheet} data-print>
      <h3 className={classes.printed}>{t("close.sheet.label")}</h3>
      <dl className={classes.lines} aria-label={t("close.sheet.sum")}>
        {PARTS.map((part) => line(t(`close.part.${part}`), showCount(sheet.counts[part])))}
        <div className={classes.total}>
          <dt>{t("close.part.rows")}</dt>
          <dd>{showCount(sheet.counts.rows)}</dd>
        </div>
      </dl>
      {sheet.reviewers.length > 0 && (
        <dl className={classes.lines} aria-label={t("close.sheet.who")}>
          {sheet.reviewers.map(({ reviewer, verdict, rows, first, last }) =>
            line(
              `${reviewer || t("close.unnamed")}, ${verdictWord({ verdict, by_sample: null })}`,
              <>
                {showCount(rows)}
                <span className={classes.when}>{times.span(first, last)}</span>
              </>,
              `${reviewer} ${verdict}`,
            ),
          )}
        </dl>
      )}
      {sheet.opinions !== null && (
        <dl className={classes.lines} aria-label={t("opinion:field.label")}>
          {line(t("opinion:sheet.rows"), showCount(sheet.opinions.rows))}
          {line(t("opinion:sheet.disagree"), showCount(sheet.opinions.disagree))}
        </dl>
      )}
      {sheet.samples.map((sample) => (
        <p key={sample.sample} className={classes.text}>
          {t("close.sheet.sample", { sample: sample.sample, seed: sample.seed })}{" "}
          {words.says(sample)}
        </p>
      ))}
      <dl className={classes.lines} aria-label={t("close.sheet.how")}>
        {line(t("close.sheet.run"), t("named", { name: sheet.name, number: sheet.number }))}
        {line(t("close.sheet.source"), sheet.source)}
        {line(
          t("close.sheet.skill"),
          `${sheet.skill} ${sheet.skill_versions.join(", ")} (${sheet.skill_hash})`,
        )}
        {line(t("close.sheet.model"), sheet.model)}
        {line(t("close.sheet.ruleShare"), since.share)}
        {line(t("close.sheet.perRow"), since.perRow)}
        {line(t("close.sheet.cost"), <Cost amount={sheet.cost_usd} />)}
        {line(t("close.sheet.program"), `Stampmill ${sheet.program}`)}
      </dl>
      <dl className={classes.lines} aria-label={t("close.sheet.signed")}>
        {sheet.sign_offs.length === 0
          ? line(t("close.sheet.signed"), t("close.sheet.nobody"))
          : sheet.sign_offs.map(({ number, reviewer, signed_at: at, changed }) =>
              line(
                t("close.sheet.signed"),
                `${reviewer}, ${times.dayKey(at)} ${times.clock(at)} ${zone}${changed ? ` · ${t("close.sheet.changed")}` : ""}`,
                String(number),
              ),
            )}
      </dl>
    </div>
  );
}
