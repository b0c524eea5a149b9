import { useTranslation } from "react-i18next";
import type { RunView } from "@/bindings/contract";
import { addUsd, compareUsd, showUsd } from "@/lib/money";
import classes from "./MoneySection.module.css";

type Props = {
  run: Pick<RunView, "cost_usd" | "uncertain_usd" | "cost_without_cache_usd">;
  digits: 2 | 4;
};

/** What the prompt cache saved; nothing where it saved nothing that can be seen. */
export function CacheNote({ run, digits }: Props) {
  const { t } = useTranslation("run");
  const cost = addUsd(run.cost_usd, run.uncertain_usd);
  const [without, withCache] = [run.cost_without_cache_usd, cost].map((sum) =>
    showUsd(sum, digits),
  );
  if (compareUsd(run.cost_without_cache_usd, cost) <= 0 || without === withCache) return null;
  return (
    <span className={classes.cache} title={t("money.cacheTitle")}>
      {t("money.cache", { without, with: withCache })}
    </span>
  );
}
