import { useTranslation } from "react-i18next";
import type { KeyTest, KeyView, ModelOption } from "@/bindings/contract";
import { StateShape } from "@/components/StateShape";
import { providerOf } from "@/lib/providers";
import type { ShapeName } from "@/lib/shapes";
import classes from "./ProviderCard.module.css";
import { environmentName } from "./providerLines";

type Props = {
  keyView: KeyView;
  models: ModelOption[];
  test: KeyTest | null;
  asking: boolean;
};

/** What is known of a key: where it is, what the provider said, and whether its models have prices. */
export function KeyVerdict({ keyView, models, test, asking }: Props) {
  const { t } = useTranslation(["settings", "common"]);
  const { title, place } = keyView;
  const mine = models.filter((model) => providerOf(model.model) === keyView.provider);
  const known = mine.filter((model) => model.free || model.input_usd !== null).length;
  return (
    <div role="status">
      <ul className={classes.facts}>
        {fact("waiting", place === "none" ? t("keys.none") : null)}
        {fact("done", place === "store" ? t("keys.savedStore") : null)}
        {fact("done", place === "session" ? t("keys.savedSession") : null)}
        {fact(
          "waiting",
          place === "environment"
            ? t("keys.environment", { name: environmentName(keyView.provider) })
            : null,
        )}
        {fact("running", asking ? t("keys.testing", { provider: title }) : null)}
        {!asking && test?.accepted && fact("done", acceptedWords(test.models))}
        {!asking && test?.accepted === false && (
          <li className={classes.fact}>
            <StateShape shape="failed" />
            <div>
              <p>{t("keys.refusedText", { provider: title, four: keyView.last_four ?? "" })}</p>
              <p className={classes.next}>{t("keys.refusedNext")}</p>
              {test.problem !== null && (
                <p className={classes.next}>{t("keys.said", { problem: test.problem })}</p>
              )}
            </div>
          </li>
        )}
        {fact(
          known === mine.length ? "done" : "review",
          mine.length === 0
            ? null
            : known === mine.length
              ? t("keys.priced", { count: mine.length })
              : t("keys.pricedSome", { known, total: mine.length }),
        )}
      </ul>
    </div>
  );

  function acceptedWords(count: number): string {
    return count > 0
      ? t("keys.answered", { provider: title, count })
      : t("keys.answeredOnly", { provider: title });
  }
}

function fact(shape: ShapeName, words: string | null) {
  return words === null ? null : (
    <li className={classes.fact} key={words}>
      <StateShape shape={shape} />
      {words}
    </li>
  );
}
