import { useMantineColorScheme } from "@mantine/core";
import { useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useCall } from "@/data/useCall";
import { LocaleProvider } from "@/lib/Locale";
import { knownZone, timesIn } from "@/lib/times";
import { languageOf } from "@/words/words";

type Props = { children: ReactNode };

/** Follows the person's choices: language, appearance, and the zone the engine states. */
export function WithSettings({ children }: Props) {
  const { i18n } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const settings = useCall("settings/get", {});
  const info = useCall("app/info", {});
  const chosen = settings.data?.language ?? "system";
  const language =
    chosen === "system"
      ? languageOf(info.data?.language ?? navigator.language)
      : languageOf(chosen);
  const appearance = settings.data?.appearance;
  const zone = knownZone(info.data?.zone ?? "UTC");

  // Follows the words' own language store, and the document's language for fonts and screen readers.
  useEffect(() => {
    document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
    if (i18n.language !== language) void i18n.changeLanguage(language);
  }, [i18n, language]);

  // Follows Mantine's colour scheme, which lives outside React.
  useEffect(() => {
    if (appearance === "light" || appearance === "dark") setColorScheme(appearance);
    else if (appearance === "system") setColorScheme("auto");
  }, [appearance, setColorScheme]);

  return (
    <LocaleProvider value={{ language, zone, times: timesIn(language, zone) }}>
      {children}
    </LocaleProvider>
  );
}
