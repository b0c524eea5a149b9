import { ActionIcon, Checkbox, Select } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { DraftCheckView, DraftTableView, SkillDraftView } from "@/bindings/contract";
import { CheckDetail } from "./CheckDetail";
import { CHECK_KINDS, resultPaths } from "./draft";
import type { Faults } from "./useFaults";
import classes from "./Studio.module.css";

type Props = {
  check: DraftCheckView;
  /** Its place in the draft: `checks.0`. */
  path: string;
  draft: SkillDraftView;
  faults: Faults;
  onChange: (what: string, check: DraftCheckView) => void;
  onTable: (table: DraftTableView) => void;
  onRemove: () => void;
};

/** One check: of which result, what kind, and what its kind needs. */
export function CheckCard({ check, path, draft, faults, onChange, onTable, onRemove }: Props) {
  const { t } = useTranslation("studio");
  return (
    <fieldset className={classes.card} aria-label={t(`check.kinds.${kindOf(check)}`)}>
      <div className={classes.cardHead}>
        <Select
          className={classes.grow}
          label={t("check.field")}
          value={check.field}
          data={resultPaths(draft.outputs)}
          error={faults.at(`${path}.field`)}
          onChange={(field) => {
            if (field !== null) onChange("", { ...check, field });
          }}
        />
        <Select
          className={classes.grow}
          label={t("check.kind")}
          value={check.kind}
          data={CHECK_KINDS.map((kind) => ({ value: kind, label: t(`check.kinds.${kind}`) }))}
          onChange={(kind) => {
            if (kind !== null) onChange("", { ...check, kind });
          }}
        />
        <div className={classes.cardTools}>
          <ActionIcon size={24} aria-label={t("check.remove")} onClick={onRemove}>
            <IconTrash size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </div>
      </div>
      <CheckDetail
        check={check}
        path={path}
        draft={draft}
        faults={faults}
        onChange={onChange}
        onTable={onTable}
      />
      {check.kind !== "agree" && (
        <Checkbox
          label={t("check.warning")}
          checked={check.warning}
          onChange={(event) => onChange("", { ...check, warning: event.currentTarget.checked })}
        />
      )}
    </fieldset>
  );
}

function kindOf(check: DraftCheckView) {
  return CHECK_KINDS.find((kind) => kind === check.kind) ?? "required";
}
