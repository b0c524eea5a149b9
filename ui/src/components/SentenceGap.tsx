import { useLocale } from "@/lib/Locale";

/** What stands between two sentences: a blank, or nothing in Chinese, whose full stop brings its own. */
export function SentenceGap() {
  return useLocale().language === "zh" ? null : " ";
}
