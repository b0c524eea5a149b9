import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Loading } from "@/components/Loading";
import { Page } from "@/components/Page";
import { Panel } from "@/components/Panel";
import classes from "./PendingScreen.module.css";

/** A part of the program, as the navigation has it. */
export type Section = "home" | "jobs" | "runs" | "review" | "costs" | "skills" | "settings";

type Props = {
  section: Section;
  /** True for a screen below the section's own, whose name is not known yet. */
  below: boolean;
};

const PLACES = {
  home: "/",
  jobs: "/jobs",
  runs: "/runs",
  review: "/review",
  costs: "/costs",
  skills: "/skills",
  settings: "/settings",
} as const;

/** A screen while its code is loaded: its head, and lines where the rest will be. */
export function PendingScreen({ section, below }: Props) {
  const { t } = useTranslation();
  const name = t(`nav.${section}`);
  return (
    <Page
      where={below ? <Link to={PLACES[section]}>{name}</Link> : undefined}
      title={name}
      heading={below ? <span className={classes.name} aria-hidden /> : undefined}
    >
      <Panel label={t("loading")}>
        <Loading lines={14} at="once" />
      </Panel>
    </Page>
  );
}
