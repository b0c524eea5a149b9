import { Combobox, InputBase, useCombobox } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ModelOption } from "@/bindings/contract";
import { StateShape } from "@/components/StateShape";
import { isComposing } from "@/lib/composing";
import { showUsd } from "@/lib/money";
import { providerOf, providerTitle } from "@/lib/providers";
import { FieldLabel } from "./FieldLabel";
import classes from "./ModelField.module.css";
import { matching, priceOf, type ModelPrice } from "./modelOptions";

type Props = { model: string; models: ModelOption[]; onChange: (model: string) => void };

/** The model, with what it charges. Typing searches; a name that is not listed can be used too. */
export function ModelField({ model, models, onChange }: Props) {
  const { t } = useTranslation("job");
  const id = useId();
  const [search, setSearch] = useState<string | null>(null);
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch(null);
    },
  });
  const chosen = models.find((one) => one.model === model);
  const known = chosen || models.length === 0 ? models : [...models, unknownModel(model)];
  const { found, typed } = matching(known, search ?? "");
  const say = (price: ModelPrice) =>
    price.key === "priced"
      ? t("how.priced", { input: showUsd(price.input), output: showUsd(price.output) })
      : t(`how.price_${price.key}`);
  return (
    <div>
      <FieldLabel htmlFor={id} aside={models.length === 0 ? undefined : say(priceOf(chosen))}>
        {t("how.model")}
      </FieldLabel>
      <Combobox
        store={combobox}
        onOptionSubmit={(value) => {
          combobox.closeDropdown();
          if (value !== model) onChange(value);
        }}
        classNames={{ dropdown: classes.dropdown, option: classes.option }}
      >
        <Combobox.Target withExpandedAttribute>
          <InputBase
            id={id}
            role="combobox"
            value={search ?? model}
            title={model}
            rightSection={<IconSelector size={14} stroke={1.6} aria-hidden />}
            rightSectionPointerEvents="none"
            onChange={(event) => {
              setSearch(event.currentTarget.value);
              combobox.openDropdown();
              combobox.selectFirstOption();
            }}
            onClick={() => combobox.openDropdown()}
            onFocus={(event) => event.currentTarget.select()}
            onBlur={() => combobox.closeDropdown()}
            onKeyDownCapture={(event) => {
              // The list takes Enter for a choice; here it only picks a candidate.
              if (event.key === "Enter" && isComposing(event)) event.stopPropagation();
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options className={classes.options} aria-label={t("how.models")}>
            {found.map((name) => {
              const option = known.find((one) => one.model === name);
              return (
                <Combobox.Option key={name} value={name} active={name === model}>
                  <span className={classes.name} title={name}>
                    {option?.practice === true && <StateShape shape="practice" />}
                    {name}
                  </span>
                  <span className={classes.note}>
                    {[
                      option && !option.ready
                        ? t("how.noKey", { provider: providerTitle(providerOf(name)) })
                        : null,
                      say(priceOf(option)),
                    ]
                      .filter((part) => part !== null)
                      .join(t("how.semicolon"))}
                  </span>
                </Combobox.Option>
              );
            })}
            {typed !== null && (
              <Combobox.Option value={typed}>
                <span className={classes.name}>{t("how.useTyped", { model: typed })}</span>
              </Combobox.Option>
            )}
            {found.length === 0 && typed === null && (
              <Combobox.Empty className={classes.none}>{t("how.noModel")}</Combobox.Empty>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </div>
  );
}

function unknownModel(model: string): ModelOption {
  return { model, input_usd: null, output_usd: null, free: false, practice: false, ready: true };
}
