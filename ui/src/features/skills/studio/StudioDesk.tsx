import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { DraftFaultView, StudioView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { Notice } from "@/components/Notice";
import { Panel } from "@/components/Panel";
import { useAct } from "@/data/useAct";
import { useShortcuts } from "@/lib/shortcuts";
import { useCoreWords } from "@/lib/useCoreWords";
import { BenchPanel } from "./BenchPanel";
import { beginDraft } from "./beginDraft";
import { StudioPage } from "./StudioPage";
import { StudioParts } from "./StudioParts";
import { useDraft } from "./useDraft";
import { useFaults } from "./useFaults";
import { useKeepDraft } from "./useKeepDraft";
import classes from "./Studio.module.css";

type Props = {
  view: StudioView;
  /** The skill that is edited; null: a new one. */
  skill: string | null;
  /** The skill the draft comes from; null: none. */
  source: string | null;
};

/** The editor of a skill: its parts at the left, the test bench at the right. */
export function StudioDesk({ view, skill, source }: Props) {
  const { t } = useTranslation("studio");
  const core = useCoreWords();
  const navigate = useNavigate();
  const [saved, setSaved] = useState(() => beginDraft(view.draft, skill, t));
  const [kept, setKept] = useState(skill !== null || source === null ? view.kept : null);
  const history = useDraft(kept ?? saved);
  const { draft, change, undo, redo, canUndo, canRedo } = history;
  const [refused, setRefused] = useState<DraftFaultView[]>([]);
  const [tried, setTried] = useState(false);
  const faults = useFaults(draft, source, refused, skill === null && !tried ? saved : null);
  const dirty = JSON.stringify(draft) !== JSON.stringify(saved);
  const { forget } = useKeepDraft(skill, draft, dirty);
  const save = useAct("studio/save");
  const [version, setVersion] = useState<string | null>(null);
  const wrong = faults.preview?.faults.length ?? 0;
  const store = () => {
    setTried(true);
    if (wrong > 0 || faults.preview?.problem != null) return;
    const sent = draft;
    save.mutate(
      { draft: sent, ...(source === null ? {} : { from: source }) },
      {
        onSuccess: (outcome) => {
          setRefused(outcome.faults);
          if (!outcome.skill) return;
          forget();
          setSaved(sent);
          setKept(null);
          setVersion(outcome.skill.version);
          if (outcome.skill.skill !== skill) {
            void navigate({ to: "/skills/$skill", params: { skill: outcome.skill.skill } });
          }
        },
      },
    );
  };
  useShortcuts(t("keys"), [
    { keys: "mod+z", label: t("undo"), run: undo, enabled: canUndo, inFields: true },
    { keys: "mod+shift+z", label: t("redo"), run: redo, enabled: canRedo, inFields: true },
    { keys: "mod+s", label: t("save"), run: store, enabled: dirty, inFields: true },
  ]);
  return (
    <StudioPage
      skill={skill}
      title={draft.name === "" ? t("new") : draft.name}
      state={dirty ? t("unsaved") : version === null ? undefined : t("saved", { version })}
      history={history}
      saveLabel={view.shipped && skill !== null ? t("saveCopy") : t("save")}
      ready={dirty && !faults.stale && !save.isPending}
      dirty={dirty}
      onSave={store}
      onDiscard={() => {
        setKept(null);
        change("", () => saved);
      }}
    >
      <Panel label={draft.name === "" ? t("new") : draft.name} padded={false}>
        <div className={classes.notices}>
          {view.shipped && skill !== null && <Notice shape="waiting">{t("shipped")}</Notice>}
          {kept !== null && dirty && <Notice shape="review">{t("kept")}</Notice>}
          {faults.preview?.problem != null && (
            <Notice shape="failed" urgent>
              <b>{t("doesNotFit")}</b> {core(faults.preview.problem)}
            </Notice>
          )}
          {wrong > 0 && tried && <Notice shape="review">{t("fix", { count: wrong })}</Notice>}
          {save.isError && <ErrorNote error={save.error} safe={t("safe")} />}
        </div>
        <StudioParts
          draft={draft}
          change={(what, next) => {
            setRefused([]);
            change(what, next);
          }}
          faults={faults}
          saved={saved}
          named={skill !== null}
        />
      </Panel>
      <BenchPanel draft={draft} source={source} preview={faults.preview} />
    </StudioPage>
  );
}
