import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CapView, Money } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { Meter } from "@/components/Meter";
import { Notice } from "@/components/Notice";
import { State } from "@/components/State";
import { useAct } from "@/data/useAct";
import { onEnter } from "@/lib/composing";
import { addUsd, compareUsd, parseUsd, showUsd } from "@/lib/money";
import classes from "./CapLine.module.css";
import { ConfirmMoney } from "./ConfirmMoney";
import form from "./SettingsScreen.module.css";

type Props = {
  cap: CapView;
  /** What it covers, as the name of its field. */
  label: string;
  /** The day or month its sums are of. */
  period: string;
};

/** One cap: lowering holds at once, raising and removing ask first. */
export function CapLine({ cap, label, period }: Props) {
  const { t } = useTranslation(["settings", "common"]);
  const set = useAct("caps/set");
  const [draft, setDraft] = useState<string | null>(null);
  const [asking, setAsking] = useState<{ to: Money | null } | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const now = cap.cap_usd;
  const text = draft ?? (now === null ? "" : showUsd(now).replaceAll(",", ""));
  const wanted = parseUsd(text);
  const wrong = text.trim() !== "" && wanted === null;
  const save = (to: Money | null) =>
    set.mutate(
      { kind: cap.kind, name: cap.name, cap_usd: to },
      {
        onSuccess: () => {
          setDraft(null);
          setAsking(null);
          setDone(to === null ? t("cap.removed") : t("cap.set", { cap: showUsd(to) }));
        },
      },
    );
  const commit = () => {
    if (wanted === null || (now !== null && compareUsd(wanted, now) === 0)) return;
    if (now !== null && compareUsd(wanted, now) > 0) setAsking({ to: wanted });
    else save(wanted);
  };
  const sums = { period, spent: showUsd(cap.spent_usd), held: showUsd(cap.reserved_usd) };
  return (
    <div className={classes.cap}>
      <div className={form.line}>
        <TextInput
          label={label}
          inputMode="decimal"
          value={text}
          placeholder={t("cap.none")}
          onChange={(event) => {
            setDone(null);
            setDraft(event.currentTarget.value);
          }}
          onKeyDown={onEnter(commit)}
          error={wrong ? t("cap.invalid") : null}
          rightSection={<span className={classes.unit}>{t("common:unit.usd")}</span>}
          rightSectionWidth={44}
          classNames={{ root: classes.field, input: classes.amount }}
        />
        <Button onClick={commit} disabled={set.isPending || wanted === null || wanted === now}>
          {t("cap.save")}
        </Button>
        {now !== null && (
          <Button variant="subtle" onClick={() => setAsking({ to: null })} disabled={set.isPending}>
            {t("cap.remove")}
          </Button>
        )}
        <span className={classes.said} role="status">
          {done !== null && <State shape="done">{done}</State>}
        </span>
      </div>
      {now !== null && (
        <Meter spent={cap.spent_usd} held={cap.reserved_usd} budget={now} height={10} />
      )}
      <p className={form.hint}>
        {now === null
          ? t("cap.nowNoCap", sums)
          : t("cap.now", { ...sums, left: showUsd(cap.left_usd), cap: showUsd(now) })}
      </p>
      {now !== null && compareUsd(now, addUsd(cap.spent_usd, cap.reserved_usd)) < 0 && (
        <Notice shape="paused">{t(cap.kind === "day" ? "cap.lowerDay" : "cap.lower")}</Notice>
      )}
      {set.error && <ErrorNote error={set.error} />}
      {asking && (
        <ConfirmMoney
          label={label}
          from={now}
          to={asking.to}
          onConfirm={() => save(asking.to)}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}
