import { Autocomplete, Button, CloseButton, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ModelOption, PriceView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { Panel } from "@/components/Panel";
import { useAct } from "@/data/useAct";
import { onEnter } from "@/lib/composing";
import { useLocale } from "@/lib/Locale";
import { parseUsd } from "@/lib/money";
import classes from "./PricesSection.module.css";

/** What the form begins with. */
export type PriceDraft = {
  model: string;
  /** The price that is changed; none for a new one. */
  price: PriceView | null;
};

type Props = {
  draft: PriceDraft;
  models: ModelOption[];
  onClose: () => void;
  onSaved: (model: string, day: string) => void;
  onRemoved: (model: string) => void;
};

/** A price the person enters; it holds from a day on, and calls before it keep theirs. */
export function PriceForm({ draft, models, onClose, onSaved, onRemoved }: Props) {
  const { t } = useTranslation(["settings", "common"]);
  const { times } = useLocale();
  const [today] = useState(() => times.dayKey(Date.now()));
  const [model, setModel] = useState(draft.model);
  const [input, setInput] = useState(draft.price?.input ?? "");
  const [output, setOutput] = useState(draft.price?.output ?? "");
  const [cacheRead, setCacheRead] = useState(draft.price?.cache_read ?? "");
  const [from, setFrom] = useState(today);
  const [tried, setTried] = useState(false);
  const set = useAct("price/set");
  const remove = useAct("price/remove");
  const own = draft.price?.source === "person" ? draft.price : null;
  // The host asks once about a price that looks as if it were per token; nothing is stored until it is meant.
  const farOff = set.error?.code === "price_far_off";
  const amounts = {
    input: parseUsd(input),
    output: parseUsd(output),
    cacheRead: parseUsd(cacheRead),
  };
  const modelWrong = !/^[^/\s]+\/\S+$/.test(model.trim());
  const cacheWrong = cacheRead.trim() !== "" && amounts.cacheRead === null;
  const save = (confirmed = false) => {
    setTried(true);
    if (modelWrong || cacheWrong || amounts.input === null || amounts.output === null) return;
    set.mutate(
      {
        model: model.trim(),
        input: amounts.input,
        output: amounts.output,
        ...(amounts.cacheRead === null ? {} : { cache_read: amounts.cacheRead }),
        ...(from === "" ? {} : { from }),
        ...(confirmed ? { confirmed } : {}),
      },
      { onSuccess: () => onSaved(model.trim(), from === "" ? today : from) },
    );
  };
  const edit = (put: (text: string) => void) => (text: string) => {
    set.reset();
    put(text);
  };
  const wrong = (amount: string | null) =>
    tried && amount === null ? t("prices.notAmount") : null;
  return (
    <Panel
      label={t("prices.formTitle")}
      title={draft.price ? t("prices.change") : t("prices.formTitle")}
      aside={<CloseButton size="sm" aria-label={t("common:do.close")} onClick={onClose} />}
      place="side"
      foot={
        <div className={classes.actions}>
          {own && (
            <Button
              variant="subtle"
              disabled={remove.isPending}
              onClick={() =>
                remove.mutate(
                  { model: own.model, from: own.from },
                  { onSuccess: () => onRemoved(own.model) },
                )
              }
            >
              {t("prices.remove")}
            </Button>
          )}
          <Button onClick={onClose}>{t("common:do.cancel")}</Button>
          <Button variant="filled" onClick={() => save(farOff)} disabled={set.isPending}>
            {t(farOff ? "prices.saveAnyway" : "prices.save")}
          </Button>
        </div>
      }
    >
      <div className={classes.form}>
        <Autocomplete
          label={t("prices.formModel")}
          description={t("prices.formModelHint")}
          data={models.filter((option) => !option.free).map((option) => option.model)}
          value={model}
          onChange={setModel}
          error={tried && modelWrong ? t("prices.notModel") : null}
          readOnly={draft.price !== null}
        />
        <Amount
          label={t("prices.formInput")}
          value={input}
          onChange={edit(setInput)}
          error={wrong(amounts.input)}
          onSave={() => save()}
        />
        <Amount
          label={t("prices.formOutput")}
          value={output}
          onChange={edit(setOutput)}
          error={wrong(amounts.output)}
          onSave={() => save()}
        />
        <Amount
          label={t("prices.formCacheRead")}
          value={cacheRead}
          onChange={setCacheRead}
          error={tried && cacheWrong ? t("prices.notAmount") : null}
          onSave={() => save()}
        />
        <TextInput
          type="date"
          label={t("prices.formFrom")}
          description={t("prices.formFromHint")}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        {set.isError && <ErrorNote error={set.error} />}
        {remove.isError && <ErrorNote error={remove.error} />}
      </div>
    </Panel>
  );
}

type AmountProps = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  error: string | null;
  onSave: () => void;
};

function Amount({ label, value, onChange, error, onSave }: AmountProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onEnter(onSave)}
      error={error}
      rightSection={t("unit.usd")}
      rightSectionWidth={44}
    />
  );
}
