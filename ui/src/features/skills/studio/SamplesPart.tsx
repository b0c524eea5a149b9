import { ActionIcon, Button, Checkbox, Textarea, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { DraftFieldView, DraftSampleView } from "@/bindings/contract";
import { newSample } from "./draft";
import type { PartProps } from "./PartProps";
import classes from "./Studio.module.css";

/** Sample tasks with the result that is wanted. */
export function SamplesPart({ draft, change, faults }: PartProps) {
  const { t } = useTranslation("studio");
  const set = (what: string, samples: DraftSampleView[]) =>
    change(what, (now) => ({ ...now, samples }));
  const put = (at: number, what: string, next: DraftSampleView) =>
    set(
      what === "" ? "" : `samples.${at}.${what}`,
      draft.samples.map((one, index) => (index === at ? next : one)),
    );
  const field = (
    at: number,
    sample: DraftSampleView,
    side: "inputs" | "expected",
    spec: DraftFieldView,
  ) => (
    <Textarea
      key={spec.name}
      label={spec.label || spec.name}
      placeholder={side === "expected" ? t("sample.anything") : ""}
      autosize
      minRows={1}
      maxRows={6}
      value={sample[side][spec.name] ?? ""}
      error={faults.at(`samples.${at}.${side}.${spec.name}`)}
      onChange={(event) =>
        put(at, `${side}.${spec.name}`, {
          ...sample,
          [side]: { ...sample[side], [spec.name]: event.currentTarget.value },
        })
      }
    />
  );
  return (
    <div className={classes.form}>
      <p className={classes.about}>{t("sample.about")}</p>
      {draft.samples.length === 0 && <p className={classes.about}>{t("sample.none")}</p>}
      {draft.samples.map((sample, at) => (
        <fieldset
          key={at}
          className={classes.card}
          aria-label={t("sample.title", { number: at + 1 })}
        >
          <div className={classes.cardHead}>
            <TextInput
              className={classes.kind}
              label={t("sample.id")}
              placeholder={t("sample.title", { number: at + 1 })}
              value={sample.id}
              error={faults.at(`samples.${at}.id`)}
              onChange={(event) => put(at, "id", { ...sample, id: event.currentTarget.value })}
            />
            <TextInput
              className={classes.grow}
              label={t("sample.note")}
              value={sample.note}
              onChange={(event) => put(at, "note", { ...sample, note: event.currentTarget.value })}
            />
            <div className={classes.cardTools}>
              <ActionIcon
                size={24}
                aria-label={t("sample.remove", { number: at + 1 })}
                onClick={() =>
                  set(
                    "",
                    draft.samples.filter((_, index) => index !== at),
                  )
                }
              >
                <IconTrash size={16} stroke={1.6} aria-hidden />
              </ActionIcon>
            </div>
          </div>
          <div className={classes.sides}>
            <section aria-label={t("sample.task")}>
              <h3>{t("sample.task")}</h3>
              {draft.inputs.map((spec) => field(at, sample, "inputs", spec))}
            </section>
            <section aria-label={t("sample.wanted")}>
              <h3>{t("sample.wanted")}</h3>
              {draft.outputs.map((spec) => field(at, sample, "expected", spec))}
            </section>
          </div>
          <Checkbox
            label={t("sample.shown")}
            checked={sample.shown}
            onChange={(event) => put(at, "", { ...sample, shown: event.currentTarget.checked })}
          />
        </fieldset>
      ))}
      <div>
        <Button
          leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
          onClick={() => set("", [...draft.samples, newSample()])}
        >
          {t("sample.add")}
        </Button>
      </div>
    </div>
  );
}
