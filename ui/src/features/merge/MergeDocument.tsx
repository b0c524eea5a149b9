import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { MergeView } from "@/bindings/contract";
import { Empty } from "@/components/Empty";
import { Notice } from "@/components/Notice";
import { useLocale } from "@/lib/Locale";
import { showUsd } from "@/lib/money";
import { DocumentLines } from "./DocumentLines";
import classes from "./Merge.module.css";
import { RowLinks } from "./RowLinks";
import { useMergeWords } from "./useMergeWords";

type Props = { merge: MergeView };

/** A document: what to know of it, its lines, the rows that are not in it, and who made it how. */
export function MergeDocument({ merge }: Props) {
  const { t } = useTranslation("merge");
  const { times } = useLocale();
  const words = useMergeWords();
  const { document, by_run } = merge;
  const how = by_run
    ? t("madeWith", {
        ...by_run,
        version: by_run.skill_version,
        cost: showUsd(by_run.cost_usd, 4),
      })
    : words.how(merge);
  const made = { by: merge.made_by, at: times.moment(merge.made_at), how };
  return (
    <article className={classes.document} aria-label={t("documentNumber", merge)}>
      <p className={classes.faint}>{t(merge.made_by === "" ? "madeBySomebody" : "made", made)}</p>
      {merge.state === "incomplete" && <Notice shape="failed">{t("incomplete")}</Notice>}
      {merge.with_unreviewed.length > 0 && (
        <Notice shape="review">
          {t("withUnreviewed", { count: merge.with_unreviewed.length })}
        </Notice>
      )}
      {merge.with_rejected.length > 0 && (
        <Notice shape="review">{t("withRejected", { count: merge.with_rejected.length })}</Notice>
      )}
      {by_run && (merge.state === "writing" || merge.state === "paused") && (
        <Notice shape={merge.state === "writing" ? "running" : "paused"}>
          {t(`progress.${merge.state}`, { done: by_run.done, total: by_run.total })}{" "}
          <Link to="/runs/$run" params={{ run: by_run.run }}>
            {t("toRun")}
          </Link>
        </Notice>
      )}
      {document ? (
        <DocumentLines document={document} run={merge.run} />
      ) : (
        <Empty title={words.state(merge)}>{t(`nothing.${merge.state === "failed"}`)}</Empty>
      )}
      {document && document.findings.length > 0 && (
        <section>
          <h3>{t("findings")}</h3>
          <ul>
            {document.findings.map((finding) => (
              <li key={JSON.stringify(finding)}>{words.finding(finding)}</li>
            ))}
          </ul>
        </section>
      )}
      {merge.left_out.length > 0 && (
        <section>
          <h3>{t("notInIt")}</h3>
          <ul>
            {merge.left_out.map(({ why, rows }) => (
              <li key={why}>
                {words.leftOut(why, rows.length)} <RowLinks run={merge.run} rows={rows} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}
