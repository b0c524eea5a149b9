import { useTranslation } from "react-i18next";
import type { JobView } from "@/bindings/contract";
import { MoneyField } from "@/components/MoneyField";
import { useAct } from "@/data/useAct";
import { errorWords } from "@/lib/errorWords";
import { addUsd, showUsd } from "@/lib/money";

type Props = { job: JobView };

/** What all runs of the job may cost together; empty: no cap beside each run's budget. */
export function JobCap({ job }: Props) {
  const { t } = useTranslation("job");
  const { t: say } = useTranslation();
  const set = useAct("caps/set");
  const booked = addUsd(job.cap.spent_usd, job.cap.reserved_usd);
  return (
    <MoneyField
      label={t("how.cap")}
      aside={t("how.capSpent", { amount: showUsd(booked) })}
      value={job.cap.cap_usd}
      onCommit={(cap) => set.mutate({ kind: "job", name: job.job, cap_usd: cap })}
      invalid={t("how.notAmount")}
      error={set.error ? errorWords(say, set.error).what : undefined}
    />
  );
}
