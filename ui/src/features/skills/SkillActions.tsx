import { Button, Menu } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import {
  IconChevronDown,
  IconCopy,
  IconDownload,
  IconFileZip,
  IconFolder,
  IconFolderSearch,
  IconPlus,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { SkillSummary } from "@/bindings/contract";
import type { ImportSkill } from "./useImportSkill";

type Props = {
  skill: string;
  summary: SkillSummary | undefined;
  bring: ImportSkill;
  onFind: () => void;
  onExport: () => void;
};

/** What can be done in the library and with the open skill. */
export function SkillActions({ skill, summary, bring, onFind, onExport }: Props) {
  const { t } = useTranslation(["skills", "studio"]);
  const navigate = useNavigate();
  const usable = summary !== undefined && summary.problem === null;
  const icon = { size: 16, stroke: 1.6, "aria-hidden": true } as const;
  const down = <IconChevronDown size={14} stroke={1.6} aria-hidden />;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button disabled={bring.busy} rightSection={down}>
            {t("import.one")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconFolder {...icon} />}
            onClick={() => void bring.pick("folder")}
          >
            {t("import.folder")}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFileZip {...icon} />}
            onClick={() => void bring.pick("skill")}
          >
            {t("import.zip")}
          </Menu.Item>
          <Menu.Item leftSection={<IconFolderSearch {...icon} />} onClick={onFind}>
            {t("studio:found.menu")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button rightSection={down}>{t("studio:new")}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPlus {...icon} />}
            onClick={() => void navigate({ to: "/skills/new" })}
          >
            {t("studio:new")}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconCopy {...icon} />}
            disabled={!usable}
            onClick={() => void navigate({ to: "/skills/new", search: { copy: skill } })}
          >
            {t("studio:duplicate")}
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload {...icon} />} disabled={!usable} onClick={onExport}>
            {t("studio:export.one")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button
        disabled={!usable}
        onClick={() => void navigate({ to: "/skills/$skill/edit", params: { skill } })}
      >
        {t("studio:edit")}
      </Button>
      <Button
        variant="filled"
        disabled={!usable || summary.merges}
        title={summary?.merges === true ? t("merging") : undefined}
        onClick={() => void navigate({ to: "/jobs", search: { new: true, skill } })}
      >
        {t("use")}
      </Button>
    </>
  );
}
