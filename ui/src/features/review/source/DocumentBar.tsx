import { ActionIcon } from "@mantine/core";
import {
  IconArrowAutofitWidth,
  IconChevronLeft,
  IconChevronRight,
  IconFileText,
  IconLetterCase,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Why } from "@/components/Why";
import { showPercent } from "@/lib/numbers";
import classes from "./DocumentBar.module.css";

/** What can be done with the page in view; what is none cannot be done now. */
export type PageActs = {
  previous: (() => void) | null;
  next: (() => void) | null;
  smaller: (() => void) | null;
  larger: (() => void) | null;
  fit: (() => void) | null;
  actual: (() => void) | null;
  turn: (() => void) | null;
  text: (() => void) | null;
};

type Props = {
  name: string;
  page: number;
  count: number;
  /** Of its own size. */
  percent: number;
  asText: boolean;
  acts: PageActs;
};

/** The head of a document: its name, its pages, and how it is looked at. */
export function DocumentBar({ name, page, count, percent, asText, acts }: Props) {
  const { t } = useTranslation("review");
  const button = (
    act: keyof PageActs,
    icon: ReactNode,
    // Which of two states is on, for buttons that switch.
    pressed?: boolean,
  ) => (
    <Why not={acts[act] === null && t(`why.page.${act}`)}>
      <ActionIcon
        size={24}
        aria-label={t(`source.${act}`)}
        title={t(`source.${act}`)}
        aria-pressed={pressed}

        onClick={acts[act] ?? undefined}
      >
        {icon}
      </ActionIcon>
    </Why>
  );
  const look = { size: 16, stroke: 1.6, "aria-hidden": true } as const;
  return (
    <header className={classes.bar}>
      <IconFileText size={14} stroke={1.6} aria-hidden />
      <h2 title={name}>{name}</h2>
      <span className={classes.pages}>
        {count > 1 && button("previous", <IconChevronLeft {...look} />)}
        <span className={classes.faint} aria-live="polite">
          {count > 1 ? t("source.page", { page, count }) : t("source.pages", { count })}
        </span>
        {count > 1 && button("next", <IconChevronRight {...look} />)}
      </span>
      <span className={classes.zoom}>
        {acts.text !== null && button("text", <IconLetterCase {...look} />, asText)}
        {acts.turn !== null && button("turn", <IconRotateClockwise {...look} />)}
        {acts.fit !== null && button("fit", <IconArrowAutofitWidth {...look} />)}
        {button("smaller", <IconZoomOut {...look} />)}
        <button
          type="button"
          className={classes.percent}
          title={t("source.actual")}
          aria-label={`${showPercent(percent, 100)}: ${t("source.actual")}`}
          onClick={acts.actual ?? undefined}
        >
          {showPercent(percent, 100)}
        </button>
        {button("larger", <IconZoomIn {...look} />)}
      </span>
    </header>
  );
}
