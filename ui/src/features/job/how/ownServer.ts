import type { WaysView } from "@/bindings/contract";
import { providerOf } from "@/lib/providers";

/** The provider whose address a person gives. */
const CUSTOM = "custom";

/** True if the model is served where the person says. */
export function isOwnServer(model: string): boolean {
  return providerOf(model) === CUSTOM;
}

/** Where a model of the person's own server is; empty while nobody said. */
export function addressOf(ways: WaysView, model: string): string {
  return ways.endpoints.find((one) => one.model === model)?.address ?? "";
}

/** With another address for a model; empty takes it away. */
export function withAddress(ways: WaysView, model: string, address: string): WaysView {
  const others = ways.endpoints.filter((one) => one.model !== model);
  return { ...ways, endpoints: address === "" ? others : [...others, { model, address }] };
}

/** True if a text can be an address: with or without scheme, as people type it. */
export function isAddress(text: string): boolean {
  const trimmed = text.trim();
  const full = trimmed.includes("://") ? trimmed : `http://${trimmed}`;
  return /^https?:\/\//.test(full) && !/\s/.test(trimmed) && URL.canParse(full);
}
