import i18next, { type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import { en } from "./en/en";
import { zh } from "./zh/zh";

/** The languages of the window. */
export type Language = "en" | "zh";

/** Makes the words ready in a language; the first call must come before anything is drawn. */
export function createWords(language: Language): i18n {
  const words = i18next.createInstance();
  void words.use(initReactI18next).init({
    lng: language,
    fallbackLng: "en",
    supportedLngs: ["en", "zh"],
    resources: { en, zh },
    ns: Object.keys(en),
    defaultNS: "common",
    initAsync: false,
    // The same files serve the command line, whose words are written as %{name}.
    interpolation: { prefix: "%{", suffix: "}", escape: harmless },
    returnNull: false,
  });
  return words;
}

/** What a person wrote is text: `$t(` in it is not one of our words. The joiner is not seen. */
function harmless(text: string): string {
  return text.replaceAll("$t(", "$\u2060t(");
}

/** `zh` for any Chinese the system names, else `en`. */
export function languageOf(tag: string): Language {
  return tag.toLowerCase().startsWith("zh") ? "zh" : "en";
}
