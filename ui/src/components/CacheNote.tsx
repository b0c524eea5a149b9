import { useTranslation } from "react-i18next";
import type { Money } from "@/bindings/contract";
import { compareUsd, showUsd } from "@/lib/money";
import classes from "./CacheNote.module.css";

type Props = {
  /** What it cost, settled and uncertain. */
  cost: Money;
  /** What it would have cost without a prompt cache. */
  without: Money;
  digits: 2 | 4;
};

/** What the prompt cache saved; nothing where it saved nothing that can be seen. */
export function CacheNote({ cost, without, digits }: Props) {
  const { t } = useTranslation("common");
  const [dear, cheap] = [without, cost].map((sum) => showUsd(sum, digits));
  if (compareUsd(without, cost) <= 0 || dear === cheap) return null;
  return (
    <span className={classes.cache} title={t("cache.title")}>
      {t("cache.saved", { without: dear, with: cheap })}
    </span>
  );
}
