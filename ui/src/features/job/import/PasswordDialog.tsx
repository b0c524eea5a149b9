import { Button, PasswordInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { UnlockedView } from "@/bindings/contract";
import { Dialog } from "@/components/Dialog";
import { ErrorNote } from "@/components/ErrorNote";
import { State } from "@/components/State";
import { useAct } from "@/data/useAct";
import { onEnter } from "@/lib/composing";
import classes from "./PasswordDialog.module.css";

type Props = {
  job: string;
  /** Names of the documents that wait. */
  files: string[];
  onClose: () => void;
};

/** One password for all documents of a job that wait for one; another can follow. It is forgotten here once it was tried. */
export function PasswordDialog({ job, files, onClose }: Props) {
  const { t } = useTranslation("job");
  const { t: common } = useTranslation();
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<UnlockedView | null>(null);
  const unlock = useAct("job/unlock");
  const submit = () => {
    if (typed === "" || unlock.isPending) return;
    unlock.mutate(
      { job, password: typed },
      {
        onSuccess: (view) => {
          unlock.reset();
          setFound(view);
          if (view.opened > 0) setTyped("");
          if (view.locked === 0) onClose();
        },
      },
    );
  };
  return (
    <Dialog opened onClose={onClose} title={t("locked.title")} size={480}>
      <div className={classes.body}>
        <p>{t("locked.about")}</p>
        <ul className={classes.files} aria-label={t("locked.files")}>
          {files.map((file, index) => (
            <li key={`${file} ${index}`}>{file}</li>
          ))}
        </ul>
        <PasswordInput
          label={t("locked.field")}
          description={t("locked.kept")}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onEnter(submit)}
          autoComplete="off"
          spellCheck={false}
          visibilityToggleButtonProps={{ tabIndex: -1, "aria-hidden": true }}
        />
        <div className={classes.said} aria-live="polite">
          {found && (
            <State shape={found.opened > 0 ? "done" : "failed"}>
              {found.opened > 0
                ? t("locked.opened", { count: found.opened, left: found.locked })
                : t("locked.none")}
            </State>
          )}
        </div>
        {unlock.error && <ErrorNote error={unlock.error} />}
        <div className={classes.foot}>
          <Button onClick={onClose}>{common("do.close")}</Button>
          <Button variant="filled" disabled={typed === "" || unlock.isPending} onClick={submit}>
            {t("locked.try")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
