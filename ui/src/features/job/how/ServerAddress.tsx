import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { WaysView } from "@/bindings/contract";
import { isComposing } from "@/lib/composing";
import { addressOf, isAddress, withAddress } from "./ownServer";

type Props = { model: string; ways: WaysView; onChange: (ways: WaysView) => void };

/** Where the person's own server is that serves a `custom/…` model. Saved when the field is left. */
export function ServerAddress({ model, ways, onChange }: Props) {
  const { t } = useTranslation("job");
  const saved = addressOf(ways, model);
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? saved;
  const wrong = text.trim() !== "" && !isAddress(text);
  const commit = () => {
    if (typed === null || wrong) return;
    setTyped(null);
    if (typed.trim() !== saved) onChange(withAddress(ways, model, typed.trim()));
  };
  return (
    <TextInput
      label={t("how.address", { model })}
      description={t("how.addressHelp")}
      placeholder={t("how.addressSample")}
      value={text}
      spellCheck={false}
      autoComplete="off"
      error={wrong ? t("how.notAddress") : undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !isComposing(event)) commit();
      }}
    />
  );
}
