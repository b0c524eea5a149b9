import type { RiskReasonView } from "@/bindings/contract";
import classes from "./RiskWords.module.css";
import { useRiskWords } from "./useRiskWords";

type Props = { reasons: RiskReasonView[] };

/** Why a row should be looked at first, in words on one line. */
export function RiskWords({ reasons }: Props) {
  const say = useRiskWords();
  const words = reasons.map(say).join(" · ");
  const whole = reasons.map((reason) => (reason.kind === "finding" ? reason.text : say(reason)));
  return (
    <span className={classes.words} title={whole.join("\n")}>
      {words}
    </span>
  );
}
