import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Reading } from "@/bindings/contract";
import { Dialog } from "@/components/Dialog";
import { ErrorNote } from "@/components/ErrorNote";
import { Loading } from "@/components/Loading";
import { SentenceGap } from "@/components/SentenceGap";
import { useAct } from "@/data/useAct";
import { useCall } from "@/data/useCall";
import type { Grant } from "@/platform/Platform";
import classes from "./ImportDialog.module.css";
import { PreviewTable } from "./PreviewTable";
import { Problems } from "./Problems";
import { ReadingFields } from "./ReadingFields";

type Props = {
  job: string;
  /** One table; or files and folders, each file a task. */
  grants: [Grant, ...Grant[]];
  /** Chooses another file. */
  onAnother: () => void;
  /** The task list is in. */
  onUsed: () => void;
  onClose: () => void;
};

/** A file before it becomes the task list: how it is read, its first rows, and every doubt. */
export function ImportDialog({ job, grants, onAnother, onUsed, onClose }: Props) {
  const { t } = useTranslation("job");
  const { t: common } = useTranslation();
  const [reading, setReading] = useState<Reading>({});
  const [{ grant, name }, ...others] = grants;
  const chosen = {
    grant,
    reading,
    ...(others.length > 0 ? { others: others.map((other) => other.grant) } : {}),
  };
  const preview = useCall("table/preview", chosen, { keepPrevious: true });
  const use = useAct("job/set_table");
  const { data } = preview;
  const left = new Set(
    data?.problems.filter((problem) => problem.blocks_row).map((problem) => problem.row),
  ).size;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={
        others.length > 0
          ? t("import.titleMany", { count: grants.length })
          : t("import.title", { name })
      }
      size="min(940px, 94vw)"
      classNames={{ body: classes.body, content: classes.content }}
    >
      {preview.isError ? (
        <ErrorNote
          error={preview.error}
          safe={t("import.safe")}
          actions={
            <>
              {Object.keys(reading).length > 0 && (
                <Button onClick={() => setReading({})}>{t("import.asFound")}</Button>
              )}
              <Button onClick={onAnother}>{t("import.another")}</Button>
            </>
          }
        />
      ) : data === undefined ? (
        <Loading lines={12} height={26} />
      ) : (
        <>
          {data.kind !== "files" && (
            <ReadingFields preview={data} reading={reading} onChange={setReading} />
          )}
          <PreviewTable columns={data.columns} rows={data.rows} />
          <Problems problems={data.problems} />
        </>
      )}
      {use.error && <ErrorNote error={use.error} safe={t("import.safe")} />}
      <div className={classes.foot}>
        <p className={classes.count} aria-live="polite" aria-busy={preview.isFetching}>
          {data && !preview.isError && (
            <>
              {t("import.count", {
                rows: common("count.rows", { count: data.rows_total }),
                columns: t("import.columns", { count: data.columns.length }),
              })}
              {left > 0 && (
                <>
                  <SentenceGap />
                  {t("import.left", { count: left })}
                </>
              )}
            </>
          )}
        </p>
        <Button onClick={onClose}>{common("do.cancel")}</Button>
        <Button
          variant="filled"
          disabled={!data || preview.isError || preview.isPlaceholderData || use.isPending}
          onClick={() => use.mutate({ job, ...chosen }, { onSuccess: onUsed })}
        >
          {t(data?.kind === "files" ? "import.useFiles" : "import.use")}
        </Button>
      </div>
    </Dialog>
  );
}
