import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ClosingView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { Kbd } from "@/components/Kbd";
import { State } from "@/components/State";
import { Why } from "@/components/Why";
import { useAct } from "@/data/useAct";
import { useCall } from "@/data/useCall";
import classes from "./close.module.css";
import { usePressKey } from "./usePressKey";

type Props = { sheet: ClosingView };

/** Puts a name under the sheet; the name is asked for once. */
export function SignBar({ sheet }: Props) {
  const { t } = useTranslation("review");
  const settings = useCall("settings/get", {});
  const [typed, setTyped] = useState<string | null>(null);
  const sign = useAct("signoff/sign");
  const [pressRef, pressKeys] = usePressKey("sign");
  const name = (typed ?? settings.data?.reviewer ?? "").trim();
  const last = sheet.sign_offs.at(-1);
  const left = sheet.counts.unreviewed + sheet.counts.unfinished;
  const isSigned = last !== undefined && !last.changed;
  const none = !sheet.can_sign
    ? t("close.sign.atWork")
    : isSigned
      ? t("why.signed")
      : name === ""
        ? t("why.noName")
        : null;
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
        {!isSigned && left > 0 && !sheet.can_sign && " "}
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
        <Why not={none}>
          <Button
            ref={pressRef}
            rightSection={<Kbd keys={pressKeys} />}
            type="submit"
            variant="filled"
            disabled={sign.isPending}
          >
            {t("close.sign.do")}
          </Button>
        </Why>
      </div>
    </form>
  );
}
