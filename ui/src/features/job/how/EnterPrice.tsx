import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Money } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { MoneyField } from "@/components/MoneyField";
import { Notice } from "@/components/Notice";
import { useAct } from "@/data/useAct";
import classes from "./EnterPrice.module.css";

type Props = { model: string };

/** A model without a price: enter one right here, because a budget cannot hold without it. */
export function EnterPrice({ model }: Props) {
  const { t } = useTranslation("job");
  const set = useAct("price/set");
  const farOff = set.error?.code === "price_far_off";
  const [input, setInput] = useState<Money | null>(null);
  const [output, setOutput] = useState<Money | null>(null);
  return (
    <section className={classes.price} aria-label={t("price.label", { model })}>
      <Notice shape="review">{t("price.unknown")}</Notice>
      <div className={classes.fields}>
        <MoneyField
          label={t("price.input")}
          value={input}
          onCommit={(amount) => {
            set.reset();
            setInput(amount);
          }}
          invalid={t("how.notAmount")}
        />
        <MoneyField
          label={t("price.output")}
          value={output}
          onCommit={(amount) => {
            set.reset();
            setOutput(amount);
          }}
          invalid={t("how.notAmount")}
        />
      </div>
      <p className={classes.note}>{t("price.note")}</p>
      {set.error && <ErrorNote error={set.error} />}
      <Button
        size="sm"
        disabled={input === null || output === null || set.isPending}
        onClick={() => {
          if (input === null || output === null) return;
          set.mutate({ model, input, output, ...(farOff ? { confirmed: true } : {}) });
        }}
      >
        {t(farOff ? "price.useAnyway" : "price.use")}
      </Button>
    </section>
  );
}
