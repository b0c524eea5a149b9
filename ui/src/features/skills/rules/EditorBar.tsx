import { Button, Menu } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { RulesView } from "@/bindings/contract";
import { Kbd } from "@/components/Kbd";
import { SearchField } from "@/components/SearchField";
import { missingInputs } from "./sheet";
import type { Find } from "./useFind";
import type { RulesActs } from "./useRulesActs";
import type { Editing } from "./useSheet";
import classes from "./Editor.module.css";

type Props = {
  view: RulesView;
  editing: Editing;
  acts: RulesActs;
  find: Find;
  /** True if the table can be saved. */
  ready: boolean;
  onAdd: () => void;
};

/** What can be done with the table as a whole. */
export function EditorBar({ view, editing, acts, find, ready, onAdd }: Props) {
  const { t } = useTranslation("rules");
  const { t: common } = useTranslation();
  const inputs = missingInputs(editing.sheet, view);
  return (
    <div className={classes.bar}>
      <div className={classes.group}>
        <Button size="sm" variant="default" onClick={onAdd}>
          {t("edit.add")}
        </Button>
        {inputs.length > 0 && (
          <Menu position="bottom-start">
            <Menu.Target>
              <Button size="sm" variant="default">
                {t("edit.column")}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {inputs.map((input) => (
                <Menu.Item
                  key={input.name}
                  onClick={() => editing.edit({ do: "column", part: "if", field: input.name })}
                >
                  {input.label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        <Button size="sm" variant="default" disabled={!editing.canUndo} onClick={editing.undo}>
          {common("do.undo")}
        </Button>
        <Menu position="bottom-start">
          <Menu.Target>
            <Button size="sm" variant="default" disabled={acts.busy}>
              {t("file.menu")}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => acts.write("workbook")}>{t("file.workbook")}</Menu.Item>
            <Menu.Item onClick={() => acts.write("csv")}>{t("file.csv")}</Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={acts.open}>{t("file.open")}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <SearchField
          label={t("find.label")}
          value={find.text}
          width={160}
          size="sm"
          note={
            find.text.trim() === ""
              ? undefined
              : t("find.count", { number: find.number, count: find.count })
          }
          onChange={find.set}
          onEnter={(back) => find.step(back ? -1 : 1)}
        />
      </div>
      <div className={classes.group}>
        <Button
          size="sm"
          variant="default"
          disabled={!editing.changed}
          onClick={() => editing.reset(view)}
        >
          {t("edit.discard")}
        </Button>
        <Button
          size="sm"
          disabled={!ready || acts.busy}
          onClick={acts.save}
          rightSection={<Kbd keys="mod+s" />}
        >
          {t("edit.save")}
        </Button>
      </div>
    </div>
  );
}
