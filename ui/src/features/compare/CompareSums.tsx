import { useTranslation } from "react-i18next";
import type { ComparedRunView, ComparisonView } from "@/bindings/contract";
import { showUsd } from "@/lib/money";
import { showCount } from "@/lib/numbers";
import classes from "./CompareSums.module.css";

type Props = {
  found: ComparisonView;
  /** False: nothing that says which is better. */ picks: boolean;
};

/** What two runs come to: cost beside quality, agreement by output, and what people found. */
export function CompareSums({ found, picks }: Props) {
  const { t } = useTranslation("compare");
  const { judged, picks: chosen } = found;
  return (
    <div className={classes.sums}>
      <p>{t("sums.rows", { count: found.rows, equal: found.equal })}</p>
      <Side run={found.first} title={t("first")} />
      <Side run={found.second} title={t("second")} />
      <section>
        <h3>{t("sums.same")}</h3>
        <dl className={classes.list}>
          {found.fields.map(({ label, same, compared }) => (
            <div key={label}>
              <dt title={label}>{label}</dt>
              <dd>{t("sums.of", { same, compared })}</dd>
            </div>
          ))}
        </dl>
      </section>
      {picks && judged !== null && (
        <section>
          <h3>{t("judged.title")}</h3>
          <p>
            {t("judged.text", {
              count: judged.rows,
              first: judged.only_first,
              second: judged.only_second,
            })}
          </p>
          <p className={classes.faint}>
            {t("judged.interval", {
              low: points(judged.low),
              high: points(judged.high),
              p: judged.p_value.toFixed(3),
            })}
          </p>
        </section>
      )}
      {picks && chosen.first + chosen.second + chosen.tied > 0 && (
        <section>
          <h3>{t("blind.title")}</h3>
          <p>
            {t("blind.sums", { first: chosen.first, second: chosen.second, tied: chosen.tied })}
          </p>
          <p className={classes.faint}>{t("blind.chance", { p: chosen.p_value.toFixed(3) })}</p>
        </section>
      )}
    </div>
  );
}

function Side({ run, title }: { run: ComparedRunView; title: string }) {
  const { t } = useTranslation("compare");
  return (
    <section>
      <h3>{title}</h3>
      <p title={run.model}>{t("sums.run", { name: run.name, version: run.skill_version })}</p>
      <p className={classes.faint}>{run.model.slice(run.model.indexOf("/") + 1)}</p>
      <dl className={classes.list}>
        <div>
          <dt>{t("sums.cost")}</dt>
          <dd>{t("sums.usd", { amount: showUsd(run.cost_usd, 4) })}</dd>
        </div>
        <div>
          <dt>{t("sums.accepted")}</dt>
          <dd>{showCount(run.accepted)}</dd>
        </div>
        <div>
          <dt>{t("sums.wrong")}</dt>
          <dd>{showCount(run.wrong)}</dd>
        </div>
        <div>
          <dt>{t("sums.alone")}</dt>
          <dd>{showCount(run.only_here)}</dd>
        </div>
      </dl>
    </section>
  );
}

function points(share: number): string {
  return `${share < 0 ? "−" : "+"}${Math.abs(share * 100).toFixed(1)}`;
}
