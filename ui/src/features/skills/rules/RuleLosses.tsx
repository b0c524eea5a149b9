import { useTranslation } from "react-i18next";
import type { RuleLossView } from "@/bindings/contract";
import { RuleWords } from "@/components/RuleWords";
import classes from "./Editor.module.css";

type Props = {
  losses: RuleLossView[];
  /** True if the rule that takes the rows is the one that had them, with another outcome. */
  same?: (loss: RuleLossView) => boolean;
};

/** Losses that are shown; the table below has every row. */
const SHOWN = 4;

/** Which saved rules lose rows, how many and to whom. */
export function RuleLosses({ losses, same = () => false }: Props) {
  const { t } = useTranslation("rules");
  if (losses.length === 0) return null;
  const end = (loss: RuleLossView) => {
    if (loss.to === null) return t("loss.nobody", { count: loss.rows });
    const key = same(loss) ? "loss.same" : "loss.to";
    return t(key, { count: loss.rows, rule: loss.to });
  };
  return (
    <ul className={classes.losses}>
      {losses.slice(0, SHOWN).map((loss) => (
        <li key={`${loss.rule} ${loss.to ?? ""}`}>
          {t("loss.rule", { rule: loss.rule })}
          <RuleWords cells={loss.conditions} />
          {t("loss.end", { what: end(loss) })}
        </li>
      ))}
      {losses.length > SHOWN && <li>{t("loss.more", { count: losses.length - SHOWN })}</li>}
    </ul>
  );
}
