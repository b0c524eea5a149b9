import { useTranslation } from "react-i18next";
import { takeUndo, useUndoOffer } from "@/lib/undo";
import { Kbd } from "./Kbd";
import classes from "./UndoToast.module.css";

/** The offer to take the last act back (`offerUndo` in lib/undo.ts); drawn once, by `Page`. */
export function UndoToast() {
  const { t } = useTranslation();
  const offer = useUndoOffer();
  return (
    <div className={classes.place} role="status">
      {offer?.place === "toast" && (
        <div key={offer.id} className={classes.toast} data-tip>
          <span className={classes.text}>{offer.text}</span>
          <button type="button" className={classes.undo} onClick={takeUndo}>
            {t("do.undo")}
          </button>
          <Kbd keys="mod+z" />
        </div>
      )}
    </div>
  );
}
