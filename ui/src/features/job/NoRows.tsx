import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Empty } from "@/components/Empty";
import { Kbd } from "@/components/Kbd";
import classes from "./NoRows.module.css";

type Props = {
  onOpen: () => void;
  /** Chooses a folder; only for skills that read files. */
  onFolder?: (() => void) | undefined;
};

/** A job without a task list: open a file, paste, or drop one. */
export function NoRows({ onOpen, onFolder }: Props) {
  const { t } = useTranslation("job");
  return (
    <Empty
      title={t("noRows.title")}
      action={
        <>
          <Button variant="filled" onClick={onOpen}>
            {t("noRows.open")}
          </Button>
          {onFolder && <Button onClick={onFolder}>{t("noRows.folder")}</Button>}
          <span className={classes.paste}>
            {t("noRows.paste")} <Kbd keys="mod+v" />
          </span>
        </>
      }
    >
      {onFolder ? t("noRows.textFiles") : t("noRows.text")}
    </Empty>
  );
}
