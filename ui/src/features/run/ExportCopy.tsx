import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CopyDoubtView, RunView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { Loading } from "@/components/Loading";
import { Panel } from "@/components/Panel";
import { useCall } from "@/data/useCall";
import { CallError } from "@/lib/callError";
import classes from "./Asking.module.css";
import type { ExportChoice } from "./useExport";

type Props = {
  run: RunView;
  onExport: (choice: ExportChoice) => void;
  onClose: () => void;
};

/** Says what a copy of the original workbook will be and what to know before, or why there can be none. */
export function ExportCopy({ run, onExport, onClose }: Props) {
  const { t } = useTranslation("run");
  const { data, error } = useCall("run/original", { run: run.run });
  const refusal = error ?? (data?.refusal ? new CallError(data.refusal) : null);
  const ending = data?.ending ?? null;
  const write = () => {
    if (ending === null) return;
    onExport({ kind: ending === "xlsm" ? "macros" : "workbook", intoOriginal: true });
    onClose();
  };
  return (
    <Panel
      place="side"
      label={t("copy.title")}
      title={t("copy.title")}
      foot={
        <div className={classes.actions}>
          <Button onClick={onClose}>{t("copy.cancel")}</Button>
          <Button variant="filled" disabled={ending === null} onClick={write}>
            {t("copy.act")}
          </Button>
        </div>
      }
    >
      <div className={classes.ask}>
        {data === undefined && error === null && <Loading />}
        {refusal !== null && <ErrorNote error={refusal} safe={t("export.safe")} />}
        {data && ending !== null && (
          <>
            <p>
              {t("copy.what", {
                name: data.name ?? "",
                sheet: data.sheet ?? "",
                column: data.column ?? "",
              })}
            </p>
            <p>{t("copy.kept")}</p>
            {data.doubts.length > 0 && (
              <ul className={classes.list} aria-label={t("copy.doubts")}>
                {data.doubts.map((doubt) => (
                  <li key={doubt.kind}>{t(doubtKey(doubt), { count: doubt.rows ?? 0 })}</li>
                ))}
              </ul>
            )}
          </>
        )}
      </div>
    </Panel>
  );
}

function doubtKey({ kind }: CopyDoubtView) {
  switch (kind) {
    case "signature":
      return "copy.doubt.signature";
    case "changed_rows":
      return "copy.doubt.changed_rows";
    case "added_rows":
      return "copy.doubt.added_rows";
    case "no_header":
      return "copy.doubt.no_header";
    default:
      return "copy.doubt.covered";
  }
}
