import { Button, MultiSelect, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNote } from "@/components/ErrorNote";
import { useAct } from "@/data/useAct";
import type { Making } from "./Making";
import classes from "./Merge.module.css";

/** Fields to group by and amounts to add up: no model is asked and nothing costs anything. */
export function TableForm({ run, choices, include, empty, onMade }: Making) {
  const { t } = useTranslation("merge");
  const act = useAct("merge/table");
  const [by, setBy] = useState<string[]>(choices.fields.slice(0, 1));
  const [sum, setSum] = useState<string[]>(choices.amounts.slice(0, 1));
  const [journal, setJournal] = useState(false);
  const [contra, setContra] = useState("");
  const unready = journal && (sum.length !== 1 || contra.trim() === "");
  const off = empty || by.length === 0 || unready;
  const make = () =>
    act.mutate(
      { run, by, sum, contra: journal ? contra.trim() : null, ...include },
      { onSuccess: ({ number }) => onMade(number) },
    );
  return (
    <form
      className={classes.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (!off && !act.isPending) make();
      }}
    >
      <MultiSelect
        label={t("table.by")}
        data={choices.fields}
        value={by}
        onChange={setBy}
        withScrollArea={false}
      />
      <MultiSelect
        label={t("table.sum")}
        data={choices.amounts}
        value={sum}
        onChange={setSum}
        withScrollArea={false}
      />
      <Switch
        label={t("table.journal")}
        description={t("table.journalText")}
        checked={journal}
        onChange={(event) => setJournal(event.currentTarget.checked)}
      />
      {journal && (
        <TextInput
          label={t("table.contra")}
          placeholder={t("table.contraExample")}
          value={contra}
          onChange={(event) => setContra(event.currentTarget.value)}
        />
      )}
      {act.isError && <ErrorNote error={act.error} />}
      <p className={classes.small}>{empty ? t("make.empty") : t("table.free")}</p>
      <Button type="submit" variant="filled" disabled={off || act.isPending}>
        {t("table.make")}
      </Button>
    </form>
  );
}
