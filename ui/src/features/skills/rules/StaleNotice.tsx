import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { RulesView } from "@/bindings/contract";
import { Notice } from "@/components/Notice";
import type { Editing } from "./useSheet";
import classes from "./Editor.module.css";

type Props = {
  /** What is stored now. */
  view: RulesView;
  editing: Editing;
};

/** Somebody else saved rules while these were edited: nothing is lost, and the person says which are to stay. */
export function StaleNotice({ view, editing }: Props) {
  const { t } = useTranslation("rules");
  return (
    <Notice
      shape="review"
      urgent
      action={
        <span className={classes.group}>
          <Button size="sm" variant="default" onClick={() => editing.reset(view)}>
            {t("stale.theirs")}
          </Button>
          <Button size="sm" variant="default" onClick={editing.keep}>
            {t("stale.mine")}
          </Button>
        </span>
      }
    >
      {t("stale.text", { version: view.version })}
    </Notice>
  );
}
