import { useTranslation } from "react-i18next";
import type { LimitView } from "@/bindings/contract";
import { useCall } from "@/data/useCall";
import { NONE } from "@/lib/money";
import { showCount } from "@/lib/numbers";
import classes from "./LimitsTable.module.css";

type Props = { provider: string };

const KINDS = ["requests", "tokens", "input", "output"] as const;

/** What the provider's last reply said of its limits; nothing before the first call. */
export function LimitsTable({ provider }: Props) {
  const { t } = useTranslation("settings");
  const limits = useCall("limits/list", {});
  const mine = limits.data?.filter((limit) => limit.provider === provider) ?? [];
  if (mine.length === 0) return null;
  return (
    <table className={classes.limits}>
      <caption>{t("keys.limits")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("keys.name")}</th>
          <th scope="col">{t("keys.limit")}</th>
          <th scope="col">{t("keys.allowed")}</th>
          <th scope="col">{t("keys.left")}</th>
        </tr>
      </thead>
      <tbody>
        {mine.map((limit) => (
          <tr key={`${limit.name} ${limit.kind}`}>
            <td>{limit.name === "Default" ? t("keys.default") : limit.name}</td>
            <td>{kindWord(limit)}</td>
            <td>{limit.limit === null ? NONE : showCount(limit.limit)}</td>
            <td>{limit.left === null ? NONE : showCount(limit.left)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );

  function kindWord({ kind }: LimitView): string {
    const known = KINDS.find((one) => one === kind);
    return known === undefined ? kind : t(`keys.limitOf.${known}`);
  }
}
