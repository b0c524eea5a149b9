import { useTranslation } from "react-i18next";
import { lengthOf } from "./times";

/** Writes a length of time in words: `1 min 20 s`, `1 分 20 秒`. */
export function useLength(): (ms: number) => string {
  const { t } = useTranslation();
  return (ms) => {
    const length = lengthOf(ms);
    switch (length.unit) {
      case "seconds":
        return t("length.seconds", { seconds: length.seconds });
      case "minutes":
        return t("length.minutes", { minutes: length.minutes, seconds: length.seconds });
      case "wholeMinutes":
        return t("length.wholeMinutes", { minutes: length.minutes });
      case "hours":
        return t("length.hours", { hours: length.hours, minutes: length.minutes });
    }
  };
}
