import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { PriceView } from "@/bindings/contract";
import { Notice } from "@/components/Notice";
import { Panel } from "@/components/Panel";
import { Region } from "@/components/Region";
import { SearchField } from "@/components/SearchField";
import { Segmented } from "@/components/Segmented";
import { State } from "@/components/State";
import { useCall } from "@/data/useCall";
import { PriceForm, type PriceDraft } from "./PriceForm";
import classes from "./PricesSection.module.css";
import { PricesTable } from "./PricesTable";

/** The price book with its dates, and the prices the person entered. */
export function PricesSection() {
  const { t } = useTranslation(["settings", "common"]);
  const [which, setWhich] = useState<"now" | "all">("now");
  const [search, setSearch] = useState("");
  const [draft, setDraft] = useState<PriceDraft | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const prices = useCall("price/list", {});
  const models = useCall("model/list", {});
  const unknown =
    models.data?.filter((m) => !m.free && m.input_usd === null).map((m) => m.model) ?? [];
  const begin = (next: PriceDraft) => {
    setDone(null);
    setDraft(next);
  };
  const shown = (list: PriceView[]) =>
    list.filter(
      (price) =>
        (which === "all" || price.in_force) &&
        price.model.toLowerCase().includes(search.trim().toLowerCase()),
    );
  return (
    <>
      <Panel
        label={t("section.prices")}
        title={
          <Segmented
            label={t("prices.which")}
            value={which}
            onChange={setWhich}
            segments={[
              { value: "now", label: t("prices.now") },
              { value: "all", label: t("prices.all") },
            ]}
          />
        }
        aside={
          <>
            <SearchField
              label={t("prices.search")}
              value={search}
              onChange={setSearch}
              width={176}
            />
            {draft === null && (
              <Button
                leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
                onClick={() => begin({ model: unknown[0] ?? "", price: null })}
              >
                {t("prices.enter")}
              </Button>
            )}
          </>
        }
        padded={false}
      >
        {unknown.length > 0 && (
          <div className={classes.notice}>
            <Notice shape="review">
              {t("prices.unknown", { count: unknown.length })} {unknown.slice(0, 3).join(", ")}
            </Notice>
          </div>
        )}
        <Region query={prices}>
          {(list) =>
            shown(list).length === 0 ? (
              <p className={classes.none}>{t("prices.none")}</p>
            ) : (
              <PricesTable
                prices={shown(list)}
                dated={which === "all"}
                narrow={draft !== null}
                selected={draft?.price ?? null}
                onSelect={(price) => begin({ model: price.model, price })}
              />
            )
          }
        </Region>
        <div className={classes.foot} role="status">
          {done === null ? t("prices.note") : <State shape="done">{done}</State>}
        </div>
      </Panel>
      {draft && (
        <PriceForm
          key={`${draft.model} ${draft.price?.from ?? ""}`}
          draft={draft}
          models={models.data ?? []}
          onClose={() => setDraft(null)}
          onSaved={(model, day) => {
            setDraft(null);
            setDone(t("prices.done", { model, day }));
          }}
          onRemoved={(model) => {
            setDraft(null);
            setDone(t("prices.removed", { model }));
          }}
        />
      )}
    </>
  );
}
