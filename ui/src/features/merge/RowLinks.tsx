import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { MergeRowLink } from "@/bindings/contract";
import classes from "./Merge.module.css";

type Props = { run: string; rows: MergeRowLink[] };

/** Links a line shows before the rest is asked for. */
const SHOWN = 12;

/** The rows a line rests on; each leads to its place in review. */
export function RowLinks({ run, rows }: Props) {
  const { t } = useTranslation("merge");
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, SHOWN);
  return (
    <span className={classes.links}>
      {shown.map(({ row, task }) => (
        <Link
          key={task}
          to="/review/$run"
          params={{ run }}
          search={{ filter: "all", task }}
          aria-label={t("toRow", { row })}
        >
          {row}
        </Link>
      ))}
      {rows.length > shown.length && (
        <button type="button" className={classes.more} onClick={() => setAll(true)}>
          {t("moreRows", { count: rows.length - shown.length })}
        </button>
      )}
    </span>
  );
}
