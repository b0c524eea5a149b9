import { useTranslation } from "react-i18next";
import type { LessonCheck, LessonView } from "@/bindings/contract";
import { RuleCell } from "@/components/RuleCell";
import { readCondition, readOutcome } from "@/lib/conditions";
import { showCount } from "@/lib/numbers";
import { useCoreWords } from "@/lib/useCoreWords";
import classes from "./LessonSheet.module.css";

type Props = { lesson: LessonView };

/** What was corrected, what the skill would be given, and which other rows it would have changed. */
export function LessonSheet({ lesson }: Props) {
  const { t } = useTranslation("review");
  const core = useCoreWords();
  const { kind, check } = lesson;
  return (
    <div className={classes.sheet}>
      <dl className={classes.parts}>
        {lesson.fields.map((field) => (
          <div key={field.label}>
            <dt>{field.label}</dt>
            <dd>
              <del>{field.from === "" ? t("result.empty") : field.from}</del>{" "}
              <ins>{field.to === "" ? t("result.empty") : field.to}</ins>
            </dd>
          </div>
        ))}
      </dl>
      <h3>{t(`learn.gives.${kindOf(kind)}`)}</h3>
      {check === null ? (
        <dl className={classes.parts}>
          {[...lesson.when, ...lesson.then].map((part, at) => (
            <div key={`${part.label} ${at}`} data-then={at >= lesson.when.length}>
              <dt>{part.label}</dt>
              <dd>{said(part.text, at)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p>{checkWords(check)}</p>
      )}
      {kind === "rule" && (
        <p>{t("learn.decided", { agreeing: lesson.agreeing, against: lesson.against })}</p>
      )}
      <h3>{t("learn.effect")}</h3>
      <p data-warn={lesson.accepted > 0} className={classes.effect}>
        {lesson.changed === 0
          ? t(`learn.nothing.${kindOf(kind)}`, { rows: lesson.rows })
          : t(`learn.changes.${kindOf(kind)}`, {
              count: lesson.changed,
              rows: lesson.rows,
              accepted: lesson.accepted,
            })}
      </p>
      {lesson.changes.length > 0 && (
        <ul className={classes.rows} aria-label={t("learn.effect")}>
          {lesson.changes.map((change) => (
            <li key={`${change.run} ${change.task}`}>
              <span className={classes.number} title={change.run_name}>
                {showCount(change.row)}
              </span>
              <span className={classes.text} title={change.label}>
                {change.label}
              </span>
              <span className={classes.text} title={change.now}>
                {change.now}
              </span>
              <span className={classes.text} title={found(change.then)}>
                {found(change.then)}
              </span>
              <span className={classes.said}>{change.accepted ? t("learn.accepted") : ""}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );

  /** What a check would say, in the person's words; a rule's result as it is. */
  function found(text: string): string {
    return kind === "check" ? core(text) : text;
  }

  /** A rule's cells in the person's words, an example's as they are. */
  function said(text: string, at: number) {
    if (kind !== "rule") return text;
    const read = at < lesson.when.length ? readCondition : readOutcome;
    return <RuleCell condition={read(text)} />;
  }

  function checkWords({ kind: check, label, min, max, pattern, listed }: LessonCheck): string {
    if (check === "required") return t("learn.check.required", { label });
    if (check === "pattern") return t("learn.check.pattern", { label, pattern });
    if (check === "lookup") return t("learn.check.lookup", { label, count: listed });
    return min === ""
      ? t("learn.check.atMost", { label, most: max })
      : t("learn.check.atLeast", { label, least: min });
  }
}

function kindOf(kind: string): "example" | "rule" | "check" {
  return kind === "rule" || kind === "check" ? kind : "example";
}
