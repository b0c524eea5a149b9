import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Money } from "@/bindings/contract";
import { Dialog } from "@/components/Dialog";
import { showUsd } from "@/lib/money";
import classes from "./SettingsScreen.module.css";

type Props = {
  /** What the cap covers. */
  label: string;
  from: Money | null;
  /** None: the cap is removed. */
  to: Money | null;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before more money can be spent. */
export function ConfirmMoney({ label, from, to, onConfirm, onClose }: Props) {
  const { t } = useTranslation(["settings", "common"]);
  const words = { label, from: showUsd(from), to: showUsd(to) };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={to === null ? t("cap.removeTitle") : t("cap.raiseTitle")}
    >
      <p>{to === null ? t("cap.removeText", words) : t("cap.raiseText", words)}</p>
      <div className={classes.actions}>
        <Button onClick={onClose}>{t("common:do.cancel")}</Button>
        <Button variant="filled" onClick={onConfirm} data-autofocus>
          {to === null ? t("cap.removeAct") : t("cap.raise", words)}
        </Button>
      </div>
    </Dialog>
  );
}
