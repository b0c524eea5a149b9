import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { SuggestionsView } from "@/bindings/contract";
import { Empty } from "@/components/Empty";
import { SentenceGap } from "@/components/SentenceGap";
import { showPercent } from "@/lib/numbers";

type Props = {
  view: SuggestionsView;
  /** The share that is asked for, in percent. */
  aim: number;
};

/** Why nothing is suggested, and what would help as far as that is known. */
export function NoSuggestions({ view, aim }: Props) {
  const { t } = useTranslation("rules");
  if (view.learnt > 0) {
    return <Empty title={t("need.allThere")}>{t("need.allThereText")}</Empty>;
  }
  return (
    <Empty title={t("suggest.none")}>
      {view.cases === 0 ? t("suggest.noneText") : t("suggest.learnt", { count: view.cases })}
      <SentenceGap />
      {needed(view.need, aim, t)}
    </Empty>
  );
}

function needed(
  { kind, about, least, most, tried, agreed }: SuggestionsView["need"],
  aim: number,
  t: TFunction<"rules">,
): string {
  const share = showPercent(agreed, tried);
  switch (kind) {
    case "alike":
      return t("need.alike", { count: about ?? 0 });
    case "rows":
      return t(most === null ? "need.rowsOpen" : "need.rows", {
        count: about ?? 0,
        least: least ?? 0,
        most: most ?? 0,
        tried,
        share,
      });
    case "aim":
      return t("need.aim", { aim, count: tried, share });
    default:
      return t("need.unknown", { count: tried });
  }
}
