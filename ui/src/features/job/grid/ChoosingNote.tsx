import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./ChoosingNote.module.css";

type Props = {
  /** The input whose columns are being chosen, by its label. */
  input: string;
  onDone: () => void;
};

/** Says what a press on a column does while columns are chosen. It lies over the grid, so that nothing moves. */
export function ChoosingNote({ input, onDone }: Props) {
  const { t } = useTranslation("job");
  return (
    <div className={classes.note}>
      <span role="status">{t("map.choosing", { input })}</span>
      <Button size="sm" onClick={onDone}>
        {t("map.done")}
      </Button>
    </div>
  );
}
