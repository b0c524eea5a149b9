import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { TableProblem } from "@/bindings/contract";
import { Notice } from "@/components/Notice";
import { lockedFiles } from "./lockedFiles";
import { PasswordDialog } from "./PasswordDialog";

type Props = { job: string; problems: TableProblem[]; className: string | undefined };

/** Says how many documents of a job wait for a password, and takes it; nothing where none does. */
export function LockedFiles({ job, problems, className }: Props) {
  const { t } = useTranslation("job");
  const [open, setOpen] = useState(false);
  const files = lockedFiles(problems);
  return (
    <>
      {files.length > 0 && (
        <div className={className}>
          <Notice
            shape="review"
            action={
              <Button size="sm" onClick={() => setOpen(true)}>
                {t("locked.give")}
              </Button>
            }
          >
            {t("locked.waiting", { count: files.length })}
          </Notice>
        </div>
      )}
      {open && <PasswordDialog job={job} files={files} onClose={() => setOpen(false)} />}
    </>
  );
}
