import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { beginning, partsOf } from "@/lib/longText";
import classes from "./PartedText.module.css";

/** Letters of a long text that are shown before the person asks for all. */
const FIRST = 2000;

type Props = { text: string };

/**
 * A text of any length. Of a long one the beginning is shown, and all of it in parts when asked for: a part that is out of
 * sight is not drawn, so that megabytes scroll like a page.
 */
export function PartedText({ text }: Props) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const parts = useMemo(() => (all ? partsOf(text) : []), [all, text]);
  if (text.length <= FIRST) return text;
  if (all) {
    return parts.map((part, index) => (
      <span key={index} className={classes.part} dir="auto">
        {part}
      </span>
    ));
  }
  return (
    <>
      {beginning(text, FIRST)}{" "}
      <Button size="compact-xs" variant="default" onClick={() => setAll(true)}>
        {t("do.showAll")}
      </Button>
    </>
  );
}
