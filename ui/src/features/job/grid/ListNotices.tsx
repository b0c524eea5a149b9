import { useTranslation } from "react-i18next";
import type { FieldView, TableProblem } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { Notice } from "@/components/Notice";
import type { CallError } from "@/lib/callError";
import { LockedFiles } from "../import/LockedFiles";
import classes from "./TaskList.module.css";

type Props = {
  job: string;
  /** What is odd about the list. */
  problems: TableProblem[];
  /** Inputs that must be there and that no column feeds. */
  missing: FieldView[];
  /** Why the last change was not saved. */
  error: CallError | null;
};

/** What stands between the list and its use. */
export function ListNotices({ job, problems, missing, error }: Props) {
  const { t } = useTranslation("job");
  const { t: common } = useTranslation();
  const inputs = missing.map((input) => input.label).join(common("listComma"));
  return (
    <>
      {missing.length > 0 && (
        <div className={classes.notice}>
          <Notice shape="review">{t("map.missing", { inputs })}</Notice>
        </div>
      )}
      <LockedFiles job={job} problems={problems} className={classes.notice} />
      {error && (
        <div className={classes.notice}>
          <ErrorNote error={error} safe={t("grid.notSaved")} />
        </div>
      )}
    </>
  );
}
