import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ClosingView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { State } from "@/components/State";
import { useAct } from "@/data/useAct";
import { useCall } from "@/data/useCall";
import classes from "./close.module.css";

type Props = { sheet: ClosingView };

/** Puts a name under the sheet; the name is asked for once. */
export function SignBar({ sheet }: Props) {
  const { t } = useTranslation("review");
  const settings = useCall("settings/get", {});
  const [typed, setTyped] = useState<string | null>(null);
  const sign = useAct("signoff/sign");
  const name = (typed ?? settings.data?.reviewer ?? "").trim();
  const last = sheet.sign_offs.at(-1);
  const left = sheet.counts.unreviewed + sheet.counts.unfinished;
  const isSigned = last !== undefined && !last.changed;
  return (
    <form
      className={classes.sign}
      onSubmit={(event) => {
        event.preventDefault();
        sign.mutate({ run: sheet.run, reviewer: name }, { onSuccess: () => setTyped(null) });
      }}
    >
      <div role="status" className={classes.text}>
        {isSigned && <State shape="done">{t("close.sign.signed", { who: last.reviewer })}</State>}
        {last?.changed === true && <State shape="review">{t("close.sign.changed")}</State>}
        {!isSigned && left > 0 && <span>{t("close.sign.left", { count: left })}</span>}
        {!sheet.can_sign && <span>{t("close.sign.atWork")}</span>}
      </div>
      {sign.isError && <ErrorNote error={sign.error} />}
      <div className={classes.fields}>
        <TextInput
          aria-label={t("close.sign.name")}
          placeholder={t("close.sign.name")}
          value={typed ?? settings.data?.reviewer ?? ""}
          onChange={(event) => setTyped(event.currentTarget.value)}
          maxLength={120}
          className={classes.name}
        />
        <Button
          type="submit"
          variant="filled"
          disabled={name === "" || !sheet.can_sign || isSigned || sign.isPending}
        >
          {t("close.sign.do")}
        </Button>
      </div>
    </form>
  );
}
