import { useTranslation } from "react-i18next";
import type { DocumentPage } from "@/bindings/contract";
import type { Evidence } from "../evidence";
import { MarkedText } from "./MarkedText";
import classes from "./Sheet.module.css";

const HEAD = ["from", "to", "date", "subject"] as const;

type Props = { page: DocumentPage; evidence: Evidence[]; now: number | undefined };

/** Who wrote a mail, to whom, when and about what. */
export function MailHead(text: Props) {
  const { t } = useTranslation("review");
  return (
    <dl className={classes.head}>
      {HEAD.map((kind) => {
        const part = text.page.parts.find((one) => one.kind === kind);
        return (
          <div key={kind}>
            <dt>{t(`source.mail.${kind}`)}</dt>
            <dd>
              {part === undefined ? t("source.mail.none") : <MarkedText {...text} part={part} />}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
