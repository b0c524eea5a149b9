import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { CostsView, MonthMoney } from "@/bindings/contract";
import { CacheNote } from "@/components/CacheNote";
import { Cost } from "@/components/Cost";
import { Meter } from "@/components/Meter";
import { addUsd, compareUsd, showUsd, subtractUsd, usdPer } from "@/lib/money";
import classes from "./MonthLedger.module.css";
import { daysIn, monthDays } from "./monthDays";

type Props = {
  /** By day. */
  costs: CostsView;
  month: string;
  today: string;
  /** The money of the month that runs now; none when another month is looked at. */
  now: MonthMoney | null;
};

/** The month as a small ledger that adds up: spent + held + left = cap. */
export function MonthLedger({ costs, month, today, now }: Props) {
  const { t } = useTranslation(["costs", "common"]);
  const spent = now?.spent_usd ?? costs.total_usd;
  const cap = now?.cap_usd ?? null;
  const held = now?.reserved_usd ?? "0";
  const uncertain = addUsd(...costs.rows.map((row) => row.uncertain_usd));
  const paid = costs.rows.filter((row) => !row.practice);
  const count = (pick: (row: (typeof paid)[number]) => number) =>
    paid.reduce((sum, row) => sum + pick(row), 0);
  const likely = monthDays(costs.rows, month, today)[daysIn(month) - 1]?.likely ?? null;
  return (
    <section className={classes.ledger} aria-label={t("ledger.title")}>
      <h2 className={classes.label}>{t("ledger.spent")}</h2>
      <p>
        <Cost
          amount={spent}
          size="big"
          unit={
            now === null
              ? t("common:unit.usd")
              : cap === null
                ? t("ledger.noCap")
                : t("ledger.ofCap", { cap: showUsd(cap) })
          }
        />
      </p>
      <p className={classes.note}>
        <CacheNote cost={costs.total_usd} without={costs.total_without_cache_usd} digits={2} />
      </p>
      {cap !== null && (
        <div className={classes.meter}>
          <Meter spent={spent} held={held} budget={cap} likely={likely} height={10} />
        </div>
      )}
      <dl className={classes.lines}>
        {cap !== null && (
          <>
            <Line name={t("ledger.held")} value={showUsd(held)} />
            <Line
              name={t("ledger.left")}
              value={showUsd(subtractUsd(subtractUsd(cap, spent), held))}
            />
            <Line name={t("ledger.cap")} value={showUsd(cap)} total />
          </>
        )}
        {compareUsd(uncertain, "0") > 0 && (
          <Line name={t("ledger.uncertain")} value={showUsd(uncertain)} />
        )}
        {likely !== null && <Line name={t("ledger.likely")} value={showUsd(likely)} />}
        <Line
          name={t("ledger.perDone")}
          value={showUsd(
            usdPer(
              costs.total_usd,
              count((row) => row.tasks_done),
            ),
            4,
          )}
        />
        <Line
          name={t("ledger.perAccepted")}
          value={showUsd(
            usdPer(
              costs.total_usd,
              count((row) => row.tasks_accepted),
            ),
            4,
          )}
        />
      </dl>
      {now !== null && (
        <Link to="/settings" search={{ section: "cap" }} className={classes.change}>
          {cap === null ? t("ledger.set") : t("ledger.change")}
        </Link>
      )}
    </section>
  );
}

type LineProps = { name: string; value: string; total?: boolean };

function Line({ name, value, total = false }: LineProps) {
  return (
    <div className={classes.line} data-total={total}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
