import { Button } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { IconCopy, IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { JobView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { Page } from "@/components/Page";
import { Panel } from "@/components/Panel";
import { PracticeBanner } from "@/components/PracticeBanner";
import { useAct } from "@/data/useAct";
import { useLocale } from "@/lib/Locale";
import type { Grant } from "@/platform/Platform";
import { ChooseSkill } from "./ChooseSkill";
import { TaskList } from "./grid/TaskList";
import { HowToRun } from "./how/HowToRun";
import { broughtAs, takesDocuments, type Brought } from "./import/broughtAs";
import { ImportDialog } from "./import/ImportDialog";
import { MatchDialog } from "./import/MatchDialog";
import { useBringTable } from "./import/useBringTable";
import { JobCorrections } from "./JobCorrections";
import { JobName } from "./JobName";
import { JobWhat } from "./JobWhat";
import { NoRows } from "./NoRows";
import { useSaveJob } from "./useSaveJob";
import classes from "./JobDesk.module.css";

type Props = { view: JobView };

const NOTHING: Brought = { list: [], documents: [] };

/** A job that is here: head, skill and task list, the list itself, and how to run it. */
export function JobDesk({ view }: Props) {
  const { t } = useTranslation("job");
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  const { times } = useLocale();
  const save = useSaveJob(view);
  const duplicate = useAct("job/duplicate");
  const [brought, setBrought] = useState<Brought>(NOTHING);
  const [choosing, setChoosing] = useState(false);
  const { job } = save;
  const take = (grants: Grant[]) => setBrought(broughtAs(grants, job));
  const bring = useBringTable(job.job, job.table === null, take);
  const [first, ...others] = brought.list;
  const copy = () =>
    duplicate.mutate(
      { job: job.job },
      { onSuccess: (made) => void navigate({ to: "/jobs/$job", params: { job: made.job } }) },
    );
  const practice = job.model.startsWith("practice/");
  const error = save.error ?? duplicate.error ?? bring.error;

  return (
    <Page
      where={<Link to="/jobs">{t("title")}</Link>}
      title={job.name}
      heading={<JobName name={job.name} onRename={(name) => save.change({ name })} />}
      state={t("saved", { at: times.moment(job.saved_at) })}
      actions={
        <>
          {job.runs > 0 && <JobCorrections job={job.job} />}
          <Button
            variant="subtle"
            leftSection={<IconCopy size={16} stroke={1.6} aria-hidden />}
            onClick={copy}
          >
            {t("duplicate")}
          </Button>
          {job.runs > 0 && (
            <Button
              variant="subtle"
              leftSection={<IconHistory size={16} stroke={1.6} aria-hidden />}
              onClick={() => void navigate({ to: "/runs" })}
            >
              {t("earlierRuns", { count: job.runs })}
            </Button>
          )}
        </>
      }
      banner={
        practice && (
          <PracticeBanner
            action={
              <Button
                size="sm"
                onClick={() => void navigate({ to: "/settings", search: { section: "keys" } })}
              >
                {common("practice.addKey")}
              </Button>
            }
          />
        )
      }
    >
      <Panel label={t("design")} padded={false}>
        <JobWhat
          job={job}
          onChangeSkill={() => setChoosing(true)}
          onReplaceTable={() => void bring.pick()}
          onDocuments={
            takesDocuments(job)
              ? (kind) => void bring.pick(kind, (documents) => setBrought({ list: [], documents }))
              : undefined
          }
        />
        {error && (
          <div className={classes.error}>
            <ErrorNote error={error} safe={t("safe")} />
          </div>
        )}
        {job.table === null ? (
          <NoRows
            onOpen={() => void bring.pick()}
            onFolder={
              job.inputs.some((input) => input.kind === "file")
                ? () => void bring.pick("folder")
                : undefined
            }
          />
        ) : (
          <TaskList key={job.table.source} job={job} table={job.table} save={save} />
        )}
      </Panel>
      <HowToRun save={save} />
      {first ? (
        <ImportDialog
          key={first.grant}
          job={job.job}
          grants={[first, ...others]}
          onAnother={() => void bring.pick()}
          onUsed={() => setBrought({ list: [], documents: brought.documents })}
          onClose={() => setBrought(NOTHING)}
        />
      ) : (
        brought.documents.length > 0 && (
          <MatchDialog
            job={job.job}
            grants={brought.documents}
            onList={() => setBrought({ list: brought.documents, documents: [] })}
            onClose={() => setBrought(NOTHING)}
          />
        )
      )}
      <ChooseSkill
        opened={choosing}
        chosen={job.skill?.skill ?? null}
        onChoose={(skill) => {
          setChoosing(false);
          if (skill !== job.skill?.skill) save.change({ skill });
        }}
        onClose={() => setChoosing(false)}
      />
    </Page>
  );
}
