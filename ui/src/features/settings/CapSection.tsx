import { useTranslation } from "react-i18next";
import type { CapsView, KeyView } from "@/bindings/contract";
import { Panel } from "@/components/Panel";
import { Region } from "@/components/Region";
import { useCall } from "@/data/useCall";
import { useLocale } from "@/lib/Locale";
import { CapLine } from "./CapLine";
import { capLines } from "./capLines";
import form from "./SettingsScreen.module.css";

/** What may be spent beyond a run's own budget: in a day, in a month, and in a month of each provider and key. */
export function CapSection() {
  const { t } = useTranslation(["settings", "common"]);
  const caps = useCall("caps/get", {});
  const keys = useCall("key/list", {});
  return (
    <Panel label={t("section.cap")}>
      <Region query={caps}>{(view) => <Caps view={view} keys={keys.data?.keys ?? []} />}</Region>
    </Panel>
  );
}

function Caps({ view, keys }: { view: CapsView; keys: KeyView[] }) {
  const { t } = useTranslation(["settings", "common"]);
  const { times } = useLocale();
  const { whole, parts } = capLines(view.caps, keys);
  return (
    <div className={form.form}>
      <p className={form.text}>{t("cap.text")}</p>
      {whole.map((cap) => (
        <CapLine
          key={cap.kind}
          cap={cap}
          label={t(cap.kind === "day" ? "cap.labelDay" : "cap.label")}
          period={cap.kind === "day" ? t("cap.today") : times.month(cap.period, false)}
        />
      ))}
      {parts.length > 0 && (
        <section className={form.group} aria-label={t("cap.parts")}>
          <h2>{t("cap.parts")}</h2>
          <p className={form.hint}>{t("cap.partsText")}</p>
          {parts.map(({ cap, title, keyName }) => (
            <CapLine
              key={`${cap.kind} ${cap.name}`}
              cap={cap}
              label={
                keyName === null
                  ? t("cap.labelProvider", { provider: title })
                  : t("cap.labelKey", {
                      provider: title,
                      name: keyName === "Default" ? t("keys.default") : keyName,
                    })
              }
              period={times.month(cap.period, false)}
            />
          ))}
        </section>
      )}
      <p className={form.hint}>{t("cap.zone", { zone: view.zone })}</p>
    </div>
  );
}
