import { useTranslation } from "react-i18next";
import type { FieldView, ReviewItem, TaskRow } from "@/bindings/contract";
import { DecidedBy } from "@/components/DecidedBy";
import { RuleWords } from "@/components/RuleWords";
import { useLocale } from "@/lib/Locale";
import { showUsd } from "@/lib/money";
import classes from "./WhyAndCost.module.css";

type Props = { item: ReviewItem; row: TaskRow; outputs: FieldView[] };

/** Why it was decided so, the versions of the result, and what it cost. */
export function WhyAndCost({ item, row, outputs }: Props) {
  const { t } = useTranslation("review");
  const { times } = useLocale();
  const model = item.model === null ? null : item.model.slice(item.model.indexOf("/") + 1);
  // What the model gave as its reason often is one of the results already.
  const why = item.why.trim() !== "" && !row.shown.includes(item.why) ? item.why : null;
  const rule = item.why_rule;
  return (
    <>
      {rule !== null && (
        <section>
          <h3 className={classes.head}>
            <span>{t("result.why")}</span>
            <span className={classes.by}>{byWords()}</span>
          </h3>
          <p className={classes.why}>
            <RuleWords cells={rule.conditions} />
            {rule.note !== "" && ` (${rule.note})`}
          </p>
        </section>
      )}
      {why !== null && (
        <section>
          <h3 className={classes.head}>
            <span>{t("result.why")}</span>
            <span className={classes.by}>{byWords()}</span>
          </h3>
          <p className={classes.why}>{why}</p>
        </section>
      )}
      {item.versions.length > 1 && (
        <details className={classes.versions} open>
          <summary>{t("result.versions", { count: item.versions.length })}</summary>
          <ol>
            {[...item.versions].reverse().map((version) => (
              <li key={version.version}>
                <DecidedBy by={version.by} />
                <span className={classes.shown} title={words(version.shown)}>
                  {words(version.shown)}
                </span>
                <span className={classes.at}>{times.moment(version.at)}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
      <p className={classes.cost}>
        {model === null
          ? t("result.free")
          : t("result.cost", {
              model,
              turns: t("result.turns", { count: item.turns }),
              input: item.input_tokens,
              output: item.output_tokens,
              amount: showUsd(item.cost_usd, 4),
            })}
      </p>
    </>
  );

  function byWords(): string {
    if (row.by === "rule" && row.rule !== null) return t("result.byRule", { rule: row.rule });
    return row.by === "person" ? t("result.byPerson") : t("result.byModel");
  }

  function words(shown: string[]): string {
    const first = shown[0] ?? "";
    const all = outputs.length === 1 || first !== "" ? first : shown.filter(Boolean).join(", ");
    return all === "" ? t("result.empty") : all;
  }
}
