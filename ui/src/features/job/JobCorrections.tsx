import { Button } from "@mantine/core";
import { IconPencilCheck } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useCall } from "@/data/useCall";

/** How many rows people corrected in all runs of the job, and the way to them; nothing while there is none. */
export function JobCorrections({ job }: { job: string }) {
  const { t } = useTranslation("job");
  const navigate = useNavigate();
  const runs = useCall("run/list", {});
  // The newest one that has a correction stands for all: the list is of the whole job.
  const run = runs.data?.find((one) => one.job === job && one.review.corrected > 0)?.run;
  const list = useCall(
    "correction/list",
    { run: run ?? "", whole_job: true },
    { enabled: run !== undefined },
  );
  const count = list.data?.length ?? 0;
  if (run === undefined || count === 0) return null;
  return (
    <Button
      variant="subtle"
      leftSection={<IconPencilCheck size={16} stroke={1.6} aria-hidden />}
      onClick={() =>
        void navigate({
          to: "/review/$run/corrections",
          params: { run },
          search: { of: "job" },
        })
      }
    >
      {t("corrections", { count })}
    </Button>
  );
}
