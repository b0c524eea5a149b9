import { useTranslation } from "react-i18next";
import type { OpinionView } from "@/bindings/contract";
import { StateShape } from "@/components/StateShape";
import { modelName } from "./modelNames";
import classes from "./Opinions.module.css";

type Props = { opinions: OpinionView[]; field: string };

/** What others said of a field, beside it: who, whether they agree, what they hold right, why, and on which words. */
export function FieldOpinions({ opinions, field }: Props) {
  const { t } = useTranslation("opinion");
  const said = opinions.flatMap((opinion) =>
    opinion.fields
      .filter((one) => one.field === field && one.says !== "not_compared")
      .map((one) => ({ opinion, one })),
  );
  if (said.length === 0) return null;
  return (
    <ul className={classes.opinions} aria-label={t("field.label")}>
      {said.map(({ opinion, one }) => {
        const agrees = one.says === "agrees";
        const why = one.why || opinion.why;
        return (
          <li key={`${opinion.run} ${opinion.task}`} className={classes.opinion}>
            <StateShape shape={agrees ? "done" : "review"} />
            <span>
              <strong>{modelName(opinion.model)}</strong>{" "}
              {agrees
                ? t("field.agrees")
                : one.value === ""
                  ? t("field.disagrees")
                  : t("field.says", { value: one.value })}
              {!agrees && why !== "" && <span className={classes.why}> {why}</span>}
              {!agrees && one.quote !== "" && <q className={classes.quote}>{one.quote}</q>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
