import { showPercent } from "@/lib/numbers";
import classes from "./RuleShare.module.css";

type Props = { byRule: number; total: number };

/** The share rules decided: a small bar in ink and the percentage; its title gives the counts. */
export function RuleShare({ byRule, total }: Props) {
  const share = total <= 0 ? 0 : byRule / total;
  return (
    <span className={classes.share} title={`${byRule} / ${total}`}>
      <i className={classes.rail} aria-hidden="true">
        <i className={classes.fill} style={{ width: `${(share * 100).toFixed(1)}%` }} />
      </i>
      {showPercent(byRule, total)}
    </span>
  );
}
