import { Button, CloseButton } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { beginning, partsOf } from "@/lib/longText";
import classes from "./LongText.module.css";

type Props = {
  /** The column it stands in. */
  title: string;
  text: string;
  onClose: () => void;
};

/** Parts that are shown before the person asks for all. */
const FIRST = 2;

/** The whole text of a cell, in parts: what is out of sight is not drawn, so that a cell of megabytes scrolls like a page. */
export function LongText({ title, text, onClose }: Props) {
  const { t } = useTranslation("job");
  const { t: common } = useTranslation();
  const [all, setAll] = useState(false);
  const parts = useMemo(() => partsOf(text), [text]);
  const shown = all ? parts : parts.slice(0, FIRST);
  const lines = useMemo(() => text.split("\n").length, [text]);
  return (
    <section className={classes.text} aria-label={t("import.cell", { column: beginning(title) })}>
      <header className={classes.head}>
        <b className={classes.title} dir="auto">
          {beginning(title)}
        </b>
        <span className={classes.size}>
          {t("import.letters", { count: text.length })}
          {lines > 1 && t("comma") + t("import.lines", { count: lines })}
        </span>
        {shown.length < parts.length && (
          <Button size="xs" onClick={() => setAll(true)}>
            {t("import.showAll")}
          </Button>
        )}
        <CloseButton aria-label={common("do.close")} size="sm" onClick={onClose} />
      </header>
      {/* A long text scrolls by keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.body} tabIndex={0} role="region" aria-label={t("import.cellText")}>
        {shown.map((part, index) => (
          <div key={index} className={classes.part} dir="auto">
            {part}
          </div>
        ))}
      </div>
    </section>
  );
}
