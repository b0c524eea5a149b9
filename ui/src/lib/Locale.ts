import { createContext, use } from "react";
import { timesIn, type Times } from "./times";

/** Language and zone everything is written in. */
export type Locale = { language: "en" | "zh"; zone: string; times: Times };

const Context = createContext<Locale>({
  language: "en",
  zone: "UTC",
  times: timesIn("en", "UTC"),
});

/** Gives language and zone to everything below. */
export const LocaleProvider = Context.Provider;

/** Language, zone and the formats of moments in them. */
export function useLocale(): Locale {
  return use(Context);
}
