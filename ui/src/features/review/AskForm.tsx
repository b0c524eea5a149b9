import { Button, Checkbox, Textarea } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AskPlanView, ReviewRow } from "@/bindings/contract";
import { Kbd } from "@/components/Kbd";
import { Why } from "@/components/Why";
import { useCall } from "@/data/useCall";
import { isComposing } from "@/lib/composing";
import { errorWords } from "@/lib/errorWords";
import { showUsd } from "@/lib/money";
import classes from "./AskForm.module.css";
import { focusHere } from "./focusHere";
import type { Review } from "./useReview";

/** The price of the question is asked for when the person stops typing. */
const TYPING_MS = 300;

type Props = { run: string; rows: ReviewRow[]; review: Review; onClose: () => void };

/** A note for the model, what asking can cost at most, and whether the caps have room for it. */
export function AskForm({ run, rows, review, onClose }: Props) {
  const { t } = useTranslation("review");
  const { t: common } = useTranslation();
  const [note, setNote] = useState("");
  const [withAnswer, setWithAnswer] = useState(true);
  const [wanted] = useDebouncedValue(note.trim(), TYPING_MS);
  const tasks = rows.map((row) => row.task);
  const plan = useCall(
    "again/plan",
    { run, tasks, note: wanted, with_answer: withAnswer },
    { enabled: wanted !== "", keepPrevious: true },
  );
  const text = note.trim();
  const raise =
    plan.data && !plan.data.fits && plan.data.kind === "run" ? plan.data.workable_usd : null;
  const ready = text !== "" && plan.data !== undefined && !plan.isError;
  const none = ready ? null : text === "" ? t("why.noNote") : t("why.noPrice");
  const send = (budget: string | null) => {
    if (!ready) return;
    review.ask({ tasks, note: text, withAnswer, ...(budget === null ? {} : { budget }) });
    onClose();
  };
  return (
    <form
      className={classes.form}
      aria-label={t("ask.title", { count: rows.length })}
      onSubmit={(event) => {
        event.preventDefault();
        send(null);
      }}
    >
      <Textarea
        ref={focusHere}
        label={t("ask.title", { count: rows.length })}
        placeholder={t("ask.placeholder")}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        onKeyDown={(event) => {
          const sends = event.key === "Enter" && (event.ctrlKey || event.metaKey);
          if (sends && !isComposing(event.nativeEvent)) send(null);
        }}
        maxLength={4000}
        rows={3}
      />
      <Checkbox
        size="sm"
        label={t("ask.withAnswer")}
        checked={withAnswer}
        onChange={(event) => setWithAnswer(event.currentTarget.checked)}
      />
      <p className={classes.price} role="status" data-short={plan.data?.fits === false}>
        {plan.isError
          ? errorWords(common, plan.error).what
          : plan.data && text !== ""
            ? priceWords(plan.data)
            : t("ask.priceHint")}
      </p>
      <div className={classes.actions}>
        <Button onClick={onClose} rightSection={<Kbd keys="escape" />}>
          {t("do.cancel")}
        </Button>
        {raise === null ? (
          <Why not={none}>
            <Button type="submit" variant="filled" rightSection={<Kbd keys="mod+enter" />}>
              {t("do.ask")}
            </Button>
          </Why>
        ) : (
          <Why not={none}>
            <Button variant="filled" onClick={() => send(raise)}>
              {t("ask.raise", { amount: showUsd(raise, 2) })}
            </Button>
          </Why>
        )}
      </div>
    </form>
  );

  function priceWords({ most_usd, fits, left_usd, kind }: AskPlanView): string {
    const most = showUsd(most_usd, 4);
    if (fits || left_usd === null) return t("ask.most", { most });
    return t("ask.short", { most, left: showUsd(left_usd, 4), cap: t(`ask.cap.${capOf(kind)}`) });
  }
}

const CAPS = ["run", "job", "day", "month", "provider", "key"] as const;

function capOf(kind: string | null): (typeof CAPS)[number] {
  return CAPS.find((known) => known === kind) ?? "run";
}
