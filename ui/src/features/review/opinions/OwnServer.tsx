import { Button, TextInput } from "@mantine/core";
import { useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Endpoint } from "@/bindings/contract";
import { Why } from "@/components/Why";
import { isComposing } from "@/lib/composing";
import classes from "./Opinions.module.css";

/** The provider whose address a person gives. */
const CUSTOM = "custom/";

type Props = {
  /** True: no more can be asked. */
  full: boolean;
  onAdd: (place: Endpoint) => void;
};

/** A verifier on a server of the person's own: what the model is called there, and the address. */
export function OwnServer({ full, onAdd }: Props) {
  const { t } = useTranslation("opinion");
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [address, setAddress] = useState("");
  const bare = name.trim().replace(CUSTOM, "");
  const ready = bare !== "" && address.trim() !== "" && !full;
  const add = () => {
    if (!ready) return;
    onAdd({ model: `${CUSTOM}${bare}`, address: address.trim() });
    setName("");
    setAddress("");
    setOpen(false);
  };
  // The form around it asks; Enter here only adds.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    add();
  };
  if (!open) {
    return (
      <div>
        <Why not={full && t("why.full")}>
          <Button size="sm" variant="subtle" onClick={() => setOpen(true)}>
            {t("own.open")}
          </Button>
        </Why>
      </div>
    );
  }
  return (
    <div className={classes.fields} role="group" aria-label={t("own.open")}>
      <TextInput
        label={t("own.name")}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        placeholder={t("own.nameExample")}
        data-autofocus
        w={170}
      />
      <TextInput
        label={t("own.address")}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        placeholder={t("own.addressExample")}
        w={250}
      />
      <Why not={!ready && t(full ? "why.full" : "why.noServer")}>
        <Button className={classes.add ?? ""} onClick={add}>
          {t("own.add")}
        </Button>
      </Why>
    </div>
  );
}
