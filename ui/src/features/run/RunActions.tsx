import { Button, Menu } from "@mantine/core";
import { IconDownload, IconPlayerPause, IconPlayerPlay, IconPlayerStop } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { RunView } from "@/bindings/contract";
import { Kbd } from "@/components/Kbd";
import type { ExportChoice } from "./useExport";
import type { RunActs } from "./useRunActs";

type Props = {
  run: RunView;
  acts: RunActs;
  /** True while a panel asks something and has the main action. */
  quiet: boolean;
  onStop: () => void;
  onReview: () => void;
  onExport: (choice: ExportChoice) => void;
  /** Asks something about a file before it is written. */
  onAsk: (what: "copy" | "text") => void;
  /** True while a file is being written. */
  exporting: boolean;
};

/** The head's buttons; review is the main action unless the run waits for the person to let it go on. */
export function RunActions({
  run,
  acts,
  quiet,
  onStop,
  onReview,
  onExport,
  onAsk,
  exporting,
}: Props) {
  const { t } = useTranslation("run");
  const open = run.state === "running" || run.state === "paused";
  const due = run.review.needs_review;
  const judged = run.review.accepted + run.review.corrected;
  const takeAway = !open && run.review.left === 0 && judged > 0;
  const files = (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant={takeAway ? "filled" : open ? "subtle" : "default"}
          disabled={run.tasks.done === 0 || exporting}
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
        >
          {exporting ? t("export.busy") : t("do.export")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onExport({ kind: "workbook" })}>{t("export.workbook")}</Menu.Item>
        <Menu.Item onClick={() => onAsk("copy")}>{t("export.copy")}</Menu.Item>
        <Menu.Item onClick={() => onExport({ kind: "csv" })}>{t("export.csv")}</Menu.Item>
        <Menu.Item onClick={() => onAsk("text")}>{t("export.text")}</Menu.Item>
        <Menu.Item onClick={() => onExport({ kind: "json" })}>{t("export.json")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
  const review = (
    <Button
      variant={quiet || takeAway || run.state === "paused" ? "default" : "filled"}
      onClick={onReview}
      rightSection={<Kbd keys="r" />}
    >
      {due > 0 ? t("do.reviewCount", { count: due }) : t("do.review")}
    </Button>
  );
  return (
    <>
      {run.state === "running" && (
        <Button
          onClick={acts.pause}
          disabled={acts.busy}
          leftSection={<IconPlayerPause size={16} stroke={1.6} aria-hidden />}
          rightSection={<Kbd keys="p" />}
        >
          {t("do.pause")}
        </Button>
      )}
      {run.state === "paused" && (
        <Button
          onClick={acts.resume}
          disabled={acts.busy}
          leftSection={<IconPlayerPlay size={16} stroke={1.6} aria-hidden />}
          rightSection={<Kbd keys="p" />}
        >
          {t("do.resume")}
        </Button>
      )}
      {open && (
        <Button
          variant="subtle"
          onClick={onStop}
          leftSection={<IconPlayerStop size={16} stroke={1.6} aria-hidden />}
        >
          {t("do.stop")}
        </Button>
      )}
      {takeAway ? review : files}
      {takeAway ? files : review}
    </>
  );
}
