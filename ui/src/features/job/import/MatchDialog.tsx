import { Button, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FilesMatched } from "@/bindings/contract";
import { Dialog } from "@/components/Dialog";
import { ErrorNote } from "@/components/ErrorNote";
import { Loading } from "@/components/Loading";
import { useAct } from "@/data/useAct";
import { useCall } from "@/data/useCall";
import type { Grant } from "@/platform/Platform";
import classes from "./ImportDialog.module.css";
import { MatchTabs } from "./MatchTabs";
import { matchSums, type Choices } from "./matchSums";

type Props = {
  job: string;
  grants: Grant[];
  /** Makes one task of each file instead. */
  onList: () => void;
  onClose: () => void;
};

/** Which file goes to which row, before the list has them: what is open is said and can be put right. */
export function MatchDialog({ job, grants, onList, onClose }: Props) {
  const { t } = useTranslation("job");
  const { t: common } = useTranslation();
  const [column, setColumn] = useState<string | null>(null);
  const [choices, setChoices] = useState<Choices>(new Map());
  const chosen = {
    job,
    grants: grants.map((grant) => grant.grant),
    ...(column === null ? {} : { column }),
  };
  const query = useCall("files/preview", chosen, { keepPrevious: true });
  const use = useAct("files/set");
  const { data } = query;
  const sums = data && matchSums(data, choices);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t("match.title")}
      size="min(940px, 94vw)"
      classNames={{ body: classes.body, content: classes.content }}
    >
      {query.isError ? (
        <ErrorNote error={query.error} safe={t("import.safe")} />
      ) : data === undefined ? (
        <Loading lines={12} height={26} />
      ) : (
        <>
          <Select
            label={t("match.column")}
            description={t("match.columnAbout")}
            placeholder={t("match.noColumn")}
            data={columnChoices(data)}
            value={data.column}
            onChange={(value) => {
              setColumn(value);
              setChoices(new Map());
            }}
          />
          <MatchTabs
            key={data.column ?? ""}
            matched={data}
            choices={choices}
            onChoose={(position, file) => setChoices(new Map(choices).set(position, file))}
          />
        </>
      )}
      {use.error && <ErrorNote error={use.error} safe={t("import.safe")} />}
      <div className={classes.foot}>
        <p className={classes.count} aria-live="polite" aria-busy={query.isFetching}>
          {sums && !query.isError && t("match.sums", { count: sums.given, left: sums.left })}
        </p>
        <Button variant="subtle" onClick={onList}>
          {t("match.asList")}
        </Button>
        <Button onClick={onClose}>{common("do.cancel")}</Button>
        <Button
          variant="filled"
          disabled={!sums || sums.given === 0 || query.isPlaceholderData || use.isPending}
          onClick={() =>
            use.mutate(
              {
                ...chosen,
                ...(data?.column == null ? {} : { column: data.column }),
                choices: [...choices].map(([position, file]) => ({ position, file })),
              },
              { onSuccess: onClose },
            )
          }
        >
          {t("match.use")}
        </Button>
      </div>
    </Dialog>
  );

  function columnChoices({ columns, all_columns }: FilesMatched) {
    const rows = new Map(columns.map((one) => [one.column, one.rows]));
    const order = [...rows.keys(), ...all_columns.filter((name) => !rows.has(name))];
    return order.map((name) => ({
      value: name,
      label: t("match.columnRows", { column: name, count: rows.get(name) ?? 0 }),
    }));
  }
}
