import type { TFunction } from "i18next";
import type { DraftFaultView } from "@/bindings/contract";
import en from "@/words/en/studio.json";

type FaultKey = keyof typeof en.fault;

/** What is wrong with a value and what to do, in the person's language. */
export function faultWords(t: TFunction<"studio">, fault: DraftFaultView): string {
  const { kind, ...params } = fault.params;
  if (!isFaultKey(fault.code)) return fault.code;
  return t(`fault.${fault.code}`, {
    ...params,
    form: kind !== undefined && isFormKey(kind) ? t(`form.${kind}`) : "",
  });
}

function isFaultKey(key: string): key is FaultKey {
  return Object.hasOwn(en.fault, key);
}

function isFormKey(key: string): key is keyof typeof en.form {
  return Object.hasOwn(en.form, key);
}
