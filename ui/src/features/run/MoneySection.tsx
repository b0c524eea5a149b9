import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Money, RunView } from "@/bindings/contract";
import { CacheNote } from "@/components/CacheNote";
import { Meter } from "@/components/Meter";
import { Sum } from "@/components/Sum";
import { addUsd, showUsd } from "@/lib/money";
import classes from "./MoneySection.module.css";
import { moneyParts } from "./moneyParts";
import { useBurn } from "./useBurn";

type Props = { run: RunView; onRaise: () => void };

/** spent + held + left = budget, with the meter, the likely end and the pace. */
export function MoneySection({ run, onRaise }: Props) {
  const { t } = useTranslation("run");
  if (run.budget_usd !== null)
    return <Capped run={run} budget={run.budget_usd} onRaise={onRaise} />;
  return (
    <section className={classes.section} aria-label={t("money.label")}>
      <div className={classes.parts}>
        <div>
          <p className={classes.value}>{showUsd(run.cost_usd)}</p>
          <p className={classes.word}>{t("money.noBudget")}</p>
        </div>
      </div>
      <p className={classes.free}>{run.practice ? t("money.practice") : t("money.free")}</p>
    </section>
  );
}

function Capped({ run, budget, onRaise }: { run: RunView; budget: Money; onRaise: () => void }) {
  const { t } = useTranslation("run");
  const burn = useBurn(run, budget);
  const parts = moneyParts(run, budget);
  const open = run.state === "running" || run.state === "paused";
  const said = (key: "spent" | "held" | "left") => ({
    key,
    value: parts[key],
    label: t(`money.${key}`),
  });
  return (
    <section className={classes.section} aria-label={t("money.label")}>
      <div className={classes.parts}>
        <Sum
          tight
          label={t("money.label")}
          reserve={parts.budget.length}
          parts={[
            said("spent"),
            said("held"),
            ...(parts.anyUncertain
              ? [
                  {
                    key: "uncertain",
                    value: parts.uncertain,
                    label: <span title={t("money.uncertainTitle")}>{t("money.uncertain")}</span>,
                  },
                ]
              : []),
            said("left"),
          ]}
          total={{ key: "budget", value: parts.budget, label: t("money.budget") }}
        />
        {open && (
          <Button size="sm" onClick={onRaise}>
            {t("do.raise")}
          </Button>
        )}
      </div>
      <div className={classes.end}>
        <Meter
          spent={run.cost_usd}
          held={addUsd(run.reserved_usd, run.uncertain_usd)}
          budget={budget}
          likely={open ? run.forecast_usd : null}
        />
        <p className={classes.line}>
          {open ? (
            <span>
              {run.forecast_usd === null ? (
                t("money.likelyUnknown")
              ) : (
                <>
                  {t("money.likely")} <b>{showUsd(run.forecast_usd, parts.digits)}</b>
                </>
              )}
            </span>
          ) : (
            <span>{t("money.ended", { amount: showUsd(run.cost_usd, parts.digits) })}</span>
          )}
          <CacheNote
            cost={addUsd(run.cost_usd, run.uncertain_usd)}
            without={run.cost_without_cache_usd}
            digits={parts.digits}
          />
          <span className={classes.burn} title={`${burn.pace}${burn.lasts}`}>
            {burn.pace}
            <span className={classes.lasts}>{burn.lasts}</span>
          </span>
        </p>
      </div>
    </section>
  );
}
