import { useTranslation } from "react-i18next";
import type { Money } from "@/bindings/contract";
import { showUsd, subtractUsd, usdShare } from "@/lib/money";
import classes from "./Meter.module.css";

type Props = {
  spent: Money;
  held: Money;
  budget: Money;
  /** Likely cost at the end: a tick; none while unknown. */
  likely?: Money | null;
  /** 10 in strips, 14 where the meter is the subject. */
  height?: 10 | 14;
};

/** The budget meter: spent in solid ink, held hatched, left empty, the likely end an accent tick. */
export function Meter({ spent, held, budget, likely = null, height = 14 }: Props) {
  const { t } = useTranslation();
  const words = {
    spent: showUsd(spent),
    held: showUsd(held),
    left: showUsd(subtractUsd(subtractUsd(budget, spent), held)),
    budget: showUsd(budget),
  };
  const label =
    likely === null
      ? t("meter.label", words)
      : t("meter.labelLikely", { ...words, likely: showUsd(likely) });
  const spentShare = usdShare(spent, budget);
  const heldShare = Math.min(1 - spentShare, usdShare(held, budget));
  return (
    <div className={classes.meter} style={{ height }} role="img" aria-label={label} title={label}>
      <i className={classes.spent} style={{ width: percent(spentShare) }} />
      <i
        className={classes.held}
        style={{ left: percent(spentShare), width: percent(heldShare) }}
        hidden={heldShare === 0}
      />
      {likely !== null && (
        <b className={classes.likely} style={{ left: percent(usdShare(likely, budget)) }} />
      )}
    </div>
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}
