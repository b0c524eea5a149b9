import {
  IconChartBar,
  IconCheckupList,
  IconClipboardList,
  IconHome,
  IconPlayerPlay,
  IconRubberStamp,
  IconSettings,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useCall } from "@/data/useCall";
import { showCount } from "@/lib/numbers";
import { Brand } from "./Brand";
import classes from "./Navigation.module.css";
import { OpenRuns } from "./OpenRuns";

const PLACES = [
  { key: "home", to: "/", Icon: IconHome },
  { key: "jobs", to: "/jobs", Icon: IconClipboardList },
  { key: "runs", to: "/runs", Icon: IconPlayerPlay },
  { key: "review", to: "/review", Icon: IconCheckupList },
  { key: "costs", to: "/costs", Icon: IconChartBar },
  { key: "skills", to: "/skills", Icon: IconRubberStamp },
] as const;

/** The main navigation: icons and names, icons alone under 1100 px. Below it, what is at work or not finished. */
export function Navigation() {
  const { t } = useTranslation();
  const status = useCall("app/status", {});
  const due = status.data?.review_waiting ?? 0;
  const open = status.data?.open_runs ?? [];
  const count = { review: due, runs: open.length };
  return (
    <nav className={classes.nav} aria-label={t("nav.label")} data-pane tabIndex={-1}>
      <div className={classes.brand}>
        <Brand />
        <span>{t("app")}</span>
      </div>
      {PLACES.map(({ key, to, Icon }) => {
        const number = key === "review" || key === "runs" ? count[key] : 0;
        const name = t(`nav.${key}`);
        return (
          <Link
            key={key}
            to={to}
            className={classes.link}
            title={name}
            aria-label={
              key === "review" && number > 0 ? t("nav.due", { name, count: number }) : undefined
            }
            activeOptions={{ exact: to === "/", includeSearch: false }}
          >
            <Icon size={16} stroke={1.6} aria-hidden />
            <span className={classes.name}>{name}</span>{" "}
            {number > 0 && (
              <span className={classes.count} data-due={key === "review"}>
                {showCount(number)}
              </span>
            )}
          </Link>
        );
      })}
      <OpenRuns runs={open} />
      <div className={classes.foot}>
        <Link to="/settings" className={classes.link} title={t("nav.settings")}>
          <IconSettings size={16} stroke={1.6} aria-hidden />
          <span className={classes.name}>{t("nav.settings")}</span>
        </Link>
      </div>
    </nav>
  );
}
