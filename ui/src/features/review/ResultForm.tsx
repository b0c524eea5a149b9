import { useTranslation } from "react-i18next";
import type { RunDetail, TaskRow } from "@/bindings/contract";
import { State } from "@/components/State";
import { callErrorOf } from "@/lib/callError";
import { errorWords } from "@/lib/errorWords";
import type { Alternatives } from "./alternatives";
import { AlternativeKeys } from "./AlternativeKeys";
import type { Evidence } from "./evidence";
import { EvidenceRef } from "./EvidenceRef";
import { FieldEditor } from "./FieldEditor";
import { FieldFindings } from "./FieldFindings";
import { FieldValue } from "./FieldValue";
import { FieldOpinions } from "./opinions/FieldOpinions";
import { useOpinions } from "./opinions/useOpinions";
import classes from "./ResultForm.module.css";
import { changedFields, draftOf, shownAfter } from "./drafts";
import type { Review } from "./useReview";

type Props = {
  detail: RunDetail;
  review: Review;
  row: TaskRow;
  unsure: boolean;
  evidence: Evidence[];
  alternatives: Alternatives | null;
  onTake: (at: number) => void;
  onSpot: (at: number) => void;
};

/** The outputs of the skill, one under the other: to read, and after E to correct. */
export function ResultForm(props: Props) {
  const { t } = useTranslation("review");
  const { t: common } = useTranslation();
  const { detail, review, row, evidence, alternatives } = props;
  const { outputs } = detail;
  const { draft } = review;
  const opinions = useOpinions(detail.run.run, row.task);
  const before = draftOf(outputs, row);
  const refused =
    review.failure?.act.kind === "decide" && review.failure.act.row.task === row.task
      ? review.failure.error
      : null;
  const save = () => {
    if (draft === null) return;
    const changed = changedFields(before, draft);
    if (Object.keys(changed).length === 0) review.accept();
    else review.correct(changed, shownAfter(outputs, row, changed));
  };
  return (
    <form
      id="result-form"
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {outputs.map((field, at) => {
        const mine = evidence.findIndex((one) => one.field === field.name);
        const wrong =
          refused !== null && refused.params["field"] === field.name
            ? errorWords(common, callErrorOf(refused)).what
            : null;
        return (
          <div key={field.name} className={classes.field}>
            <div className={classes.label}>
              <span id={`label-${field.name}`} title={field.label}>
                {field.label}
              </span>
              {mine !== -1 && (
                <EvidenceRef
                  number={evidence[mine]?.number ?? 0}
                  onOpen={() => props.onSpot(mine)}
                />
              )}
              {at === 0 && props.unsure && (
                <span className={classes.unsure}>
                  <State shape="review">{t("result.unsure")}</State>
                </span>
              )}
            </div>
            {draft === null ? (
              <FieldValue
                field={field}
                text={row.shown[at] ?? ""}
                value={row.output?.[field.name]}
                main={at === 0}
                onEdit={row.outcome === "done" ? () => review.edit() : null}
              />
            ) : (
              <FieldEditor
                field={field}
                text={draft[field.name] ?? before[field.name] ?? ""}
                error={wrong}
                focus={at === 0}
                onChange={(text) => review.edit({ ...draft, [field.name]: text })}
                onSave={save}
              />
            )}
            {draft === null && alternatives?.at === at && (
              <AlternativeKeys alternatives={alternatives} onTake={props.onTake} />
            )}
            <FieldFindings
              findings={row.findings.filter((finding) => finding.field === field.name)}
            />
            <FieldOpinions opinions={opinions} field={field.name} />
          </div>
        );
      })}
    </form>
  );
}
