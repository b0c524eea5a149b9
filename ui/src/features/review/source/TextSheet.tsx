import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentPage } from "@/bindings/contract";
import type { Evidence } from "../evidence";
import { MailHead } from "./MailHead";
import { MarkedText } from "./MarkedText";
import classes from "./Sheet.module.css";
import { useScrollToMark } from "./useScrollToMark";

type Props = {
  page: DocumentPage;
  /** Pages of the document. */
  count: number;
  evidence: Evidence[];
  /** The evidence in view. */
  now: number | undefined;
  /** Of the usual size, in percent. */
  percent: number;
};

/** A page as a sheet of text; a mail with its head, its text and what is attached. */
export function TextSheet({ page, count, evidence, now, percent }: Props) {
  const { t } = useTranslation("review");
  const sheet = useRef<HTMLElement>(null);
  useScrollToMark(sheet, now, true);
  const text = { page, evidence, now };
  const bodies = page.parts.filter((part) => part.kind === "body");
  const attached = page.parts.filter((part) => part.kind === "attachment");
  return (
    <article
      ref={sheet}
      className={classes.sheet}
      aria-label={t("source.page", { page: page.page, count })}
      style={{ fontSize: `${percent * 0.12}px` }}
    >
      {page.parts.length === 0 ? (
        <MarkedText {...text} />
      ) : (
        <>
          <MailHead {...text} />
          {bodies.map((part) => (
            <div key={part.start} className={classes.body}>
              <MarkedText {...text} part={part} />
            </div>
          ))}
          {attached.length > 0 && (
            <section className={classes.attached}>
              <h3>{t("source.attached", { count: attached.length })}</h3>
              <ul>
                {attached.map((part) => (
                  <li key={part.start}>
                    <MarkedText {...text} part={part} />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </article>
  );
}
