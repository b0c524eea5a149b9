import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { AgreementView, VerificationView } from "@/bindings/contract";
import { Cost } from "@/components/Cost";
import { Dialog } from "@/components/Dialog";
import { State } from "@/components/State";
import { showCount, showPercent } from "@/lib/numbers";
import { modelNames } from "./modelNames";
import classes from "./Opinions.module.css";

const NO_KAPPA = ["not_categories", "few_rows", "one_category", "one_check"] as const;
const NOT_COMPARED = ["confidence", "free_text", "records"] as const;

type Props = { all: VerificationView[]; onClose: () => void };

/** How far the verifiers agree with the results, field by field, for each time they were asked. */
export function AgreementDialog({ all, onClose }: Props) {
  const { t } = useTranslation(["opinion", "common"]);
  return (
    <Dialog opened onClose={onClose} title={t("agreement.title")} size={760}>
      <div className={classes.stack}>
        <p className={classes.text}>{t("agreement.text")}</p>
        {all.map((found) => (
          <section key={found.run} aria-label={found.name}>
            <h3 className={classes.head}>
              <Link to="/runs/$run" params={{ run: found.run }}>
                {modelNames(found.models)}
              </Link>{" "}
              {found.practice && <State shape="practice">{t("common:state.practice")}</State>}
            </h3>
            <p className={classes.small}>
              {t(`agreement.${found.kind === "check" ? "check" : "answer"}`, {
                count: found.rows,
                population: found.population,
              })}{" "}
              {t("agreement.sums", { answered: found.answered, failed: found.failed })}{" "}
              {t("agreement.checking")} <Cost amount={found.cost_usd} />
            </p>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{t("agreement.field")}</th>
                  <th scope="col" className={classes.number}>
                    {t("agreement.agreed")}
                  </th>
                  <th scope="col" className={classes.number}>
                    {t("agreement.share")}
                  </th>
                  <th scope="col" className={classes.number}>
                    {t("agreement.kappa")}
                  </th>
                </tr>
              </thead>
              <tbody>
                {found.agreement.map((field) => (
                  <tr key={field.field}>
                    <th scope="row">{field.label}</th>
                    {cells(field)}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        ))}
      </div>
    </Dialog>
  );

  function cells(field: AgreementView) {
    const not = NOT_COMPARED.find((known) => known === field.not_compared);
    if (not !== undefined) {
      return (
        <td colSpan={3} className={classes.dim}>
          {t(`notCompared.${not}`)}
        </td>
      );
    }
    const why = NO_KAPPA.find((known) => known === field.no_kappa);
    return (
      <>
        <td className={classes.number}>
          {t("agreement.of", {
            agreed: showCount(field.agreed),
            compared: showCount(field.compared),
          })}
        </td>
        <td className={classes.number}>
          {showPercent(field.agreed, field.compared)}
          {field.low !== null && field.high !== null && (
            <span className={classes.dim}>
              {" "}
              {t("agreement.between", { low: percent(field.low), high: percent(field.high) })}
            </span>
          )}
        </td>
        <td className={field.kappa === null ? classes.dim : classes.number}>
          {field.kappa !== null ? field.kappa.toFixed(2) : why && t(`noKappa.${why}`)}
        </td>
      </>
    );
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
