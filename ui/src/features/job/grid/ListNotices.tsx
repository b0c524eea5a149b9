import { useTranslation } from "react-i18next";
import type { FieldView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { Notice } from "@/components/Notice";
import type { CallError } from "@/lib/callError";
import classes from "./TaskList.module.css";

type Props = {
  /** Inputs that must be there and that no column feeds. */
  missing: FieldView[];
  /** Why the last change was not saved. */
  error: CallError | null;
};

/** What stands between the list and its use. */
export function ListNotices({ missing, error }: Props) {
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
      {error && (
        <div className={classes.notice}>
          <ErrorNote error={error} safe={t("grid.notSaved")} />
        </div>
      )}
    </>
  );
}
