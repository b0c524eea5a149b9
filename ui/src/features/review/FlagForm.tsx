import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ReviewRow } from "@/bindings/contract";
import { Kbd } from "@/components/Kbd";
import { isComposing } from "@/lib/composing";
import classes from "./AskForm.module.css";
import { focusHere } from "./focusHere";
import type { Review } from "./useReview";

type Props = { row: ReviewRow; review: Review; onClose: () => void };

/** What to remember about a flagged row. */
export function FlagForm({ row, review, onClose }: Props) {
  const { t } = useTranslation("review");
  const [note, setNote] = useState(row.flag_note);
  const save = () => {
    review.flag(note.trim());
    onClose();
  };
  return (
    <form
      className={classes.form}
      aria-label={t("flag.title")}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextInput
        ref={focusHere}
        label={t("flag.title")}
        placeholder={t("flag.placeholder")}
        value={note}
        maxLength={500}
        onChange={(event) => setNote(event.currentTarget.value)}
        onKeyDown={(event) => {
          // The Enter that picks a candidate of an input method is not meant for the form.
          if (event.key === "Enter" && isComposing(event.nativeEvent)) event.preventDefault();
        }}
      />
      <div className={classes.actions}>
        <Button onClick={onClose} rightSection={<Kbd keys="escape" />}>
          {t("do.cancel")}
        </Button>
        <Button type="submit" variant="filled" rightSection={<Kbd keys="enter" />}>
          {t("do.flag")}
        </Button>
      </div>
    </form>
  );
}
