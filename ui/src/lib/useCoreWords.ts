import { useTranslation } from "react-i18next";
import { coreWords } from "./coreWords";

/** Says sentences of the engine in the person's language. */
export function useCoreWords(): (sentence: string) => string {
  const { t } = useTranslation();
  return (sentence) => coreWords(t, sentence);
}
