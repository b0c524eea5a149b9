import { useTranslation } from "react-i18next";
import type { PriceView } from "@/bindings/contract";
import { Table } from "@/components/Table";
import type { TableColumn } from "@/components/TableColumn";
import { useLocale } from "@/lib/Locale";
import { NONE } from "@/lib/money";
import { priceText } from "./priceText";

type Props = {
  prices: PriceView[];
  /** True: prices that no longer hold are among them, so each shows its day. */
  dated: boolean;
  /** True: the form stands beside it, so what the form shows anyway gives way. */
  narrow: boolean;
  selected: PriceView | null;
  onSelect: (price: PriceView) => void;
};

/** Prices per million tokens; choosing one opens it to be changed. */
export function PricesTable({ prices, dated, narrow, selected, onSelect }: Props) {
  const { t } = useTranslation(["settings", "common"]);
  const { times } = useLocale();
  const amount = (
    key: string,
    head: string,
    pick: (price: PriceView) => string | null,
    wideOnly = false,
  ): TableColumn<PriceView> => ({
    key,
    head,
    width: 82,
    align: "right",
    wideOnly,
    cell: (price) => priceText(pick(price)),
  });
  return (
    <Table
      label={t("prices.label")}
      rows={prices}
      rowKey={keyOf}
      selected={selected ? keyOf(selected) : null}
      onSelect={onSelect}
      rowHeight={26}
      inset
      columns={[
        { key: "model", head: t("prices.model"), cell: (p) => p.model, title: (p) => p.model },
        amount("input", t("prices.input"), (price) => price.input),
        amount("output", t("prices.output"), (price) => price.output),
        ...(narrow
          ? []
          : [
              amount("cacheRead", t("prices.cacheRead"), (price) => price.cache_read),
              amount("write5m", t("prices.write5m"), (price) => price.cache_write_5m, true),
              amount("write1h", t("prices.write1h"), (price) => price.cache_write_1h, true),
            ]),
        {
          key: "from",
          head: t("prices.from"),
          width: 128,
          align: "right",
          dim: true,
          cell: (price) =>
            price.from === "" ? NONE : times.shortDay(Date.parse(`${price.from}T12:00:00Z`)),
        },
        {
          key: "source",
          head: t("prices.source"),
          width: 104,
          dim: true,
          wideOnly: narrow,
          cell: (price) =>
            dated && !price.in_force
              ? NONE
              : price.source === "person"
                ? t("prices.person")
                : t("prices.book"),
        },
      ]}
    />
  );
}

function keyOf(price: PriceView): string {
  return `${price.model} ${price.from} ${price.source}`;
}
