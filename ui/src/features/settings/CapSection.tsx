import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Money, MonthMoney, SettingsView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { Meter } from "@/components/Meter";
import { Notice } from "@/components/Notice";
import { Panel } from "@/components/Panel";
import { Region } from "@/components/Region";
import { State } from "@/components/State";
import { useCall } from "@/data/useCall";
import { onEnter } from "@/lib/composing";
import { useLocale } from "@/lib/Locale";
import { addUsd, compareUsd, parseUsd, showUsd, subtractUsd } from "@/lib/money";
import classes from "./CapSection.module.css";
import { ConfirmMoney } from "./ConfirmMoney";
import form from "./SettingsScreen.module.css";
import { useSettings } from "./useSettings";

/** The month cap: lowering holds at once, raising and removing ask first. */
export function CapSection() {
  const { t } = useTranslation(["settings", "common"]);
  const settings = useSettings();
  const status = useCall("app/status", {});
  return (
    <Panel label={t("section.cap")}>
      <Region query={settings.query}>
        {(view) => <Cap settings={view} month={status.data?.month ?? null} {...settings} />}
      </Region>
    </Panel>
  );
}

type Props = Pick<ReturnType<typeof useSettings>, "change" | "error" | "saving"> & {
  settings: SettingsView;
  month: MonthMoney | null;
};

function Cap({ settings, month, change, error, saving }: Props) {
  const { t } = useTranslation(["settings", "common"]);
  const cap = settings.month_cap_usd;
  const [draft, setDraft] = useState<string | null>(null);
  const [asking, setAsking] = useState<{ to: Money | null } | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const text = draft ?? (cap === null ? "" : showUsd(cap).replaceAll(",", ""));
  const wanted = parseUsd(text);
  const wrong = text.trim() !== "" && wanted === null;
  const save = (to: Money | null) =>
    change({ month_cap_usd: to }, () => {
      setDraft(null);
      setAsking(null);
      setDone(to === null ? t("cap.removed") : t("cap.set", { cap: showUsd(to) }));
    });
  const commit = () => {
    if (wanted === null || (cap !== null && compareUsd(wanted, cap) === 0)) return;
    if (cap !== null && compareUsd(wanted, cap) > 0) setAsking({ to: wanted });
    else save(wanted);
  };
  const inUse = month ? addUsd(month.spent_usd, month.reserved_usd) : "0";
  return (
    <div className={form.form}>
      <p className={form.text}>{t("cap.text")}</p>
      <div className={form.line}>
        <TextInput
          label={t("cap.label")}
          inputMode="decimal"
          value={text}
          onChange={(event) => {
            setDone(null);
            setDraft(event.currentTarget.value);
          }}
          onKeyDown={onEnter(commit)}
          error={wrong}
          rightSection={<span className={classes.unit}>{t("common:unit.usd")}</span>}
          rightSectionWidth={44}
          classNames={{ input: classes.amount }}
          w={180}
        />
        <Button
          variant="filled"
          onClick={commit}
          disabled={saving || wanted === null || wanted === cap}
        >
          {t("cap.save")}
        </Button>
        {cap !== null && (
          <Button variant="subtle" onClick={() => setAsking({ to: null })} disabled={saving}>
            {t("cap.remove")}
          </Button>
        )}
      </div>
      <div className={classes.said} role="status">
        {wrong ? (
          <span className={classes.wrong}>{t("cap.invalid")}</span>
        ) : done === null ? null : (
          <State shape="done">{done}</State>
        )}
      </div>
      {month && <MonthLine month={{ ...month, cap_usd: cap }} />}
      {cap !== null && compareUsd(cap, inUse) < 0 && (
        <Notice shape="paused">{t("cap.lower")}</Notice>
      )}
      {error && <ErrorNote error={error} />}
      {asking && (
        <ConfirmMoney
          from={cap}
          to={asking.to}
          onConfirm={() => save(asking.to)}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}

function MonthLine({ month }: { month: MonthMoney }) {
  const { t } = useTranslation(["settings", "common"]);
  const { times } = useLocale();
  const name = times.month(month.month, false);
  const [spent, held] = [showUsd(month.spent_usd), showUsd(month.reserved_usd)];
  if (month.cap_usd === null) {
    return <p className={form.hint}>{t("cap.nowNoCap", { month: name, spent, held })}</p>;
  }
  const left = subtractUsd(subtractUsd(month.cap_usd, month.spent_usd), month.reserved_usd);
  return (
    <div className={classes.month}>
      <Meter spent={month.spent_usd} held={month.reserved_usd} budget={month.cap_usd} />
      <p className={form.hint}>
        {t("cap.now", {
          month: name,
          spent,
          held,
          left: showUsd(left),
          cap: showUsd(month.cap_usd),
        })}
      </p>
    </div>
  );
}
