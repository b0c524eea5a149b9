import { ActionIcon, Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Page } from "@/components/Page";
import type { DraftHistory } from "./useDraft";

type Props = {
  skill: string | null;
  title: string;
  state: string | undefined;
  history: DraftHistory;
  saveLabel: string;
  /** True: it can be saved now. */
  ready: boolean;
  dirty: boolean;
  onSave: () => void;
  onDiscard: () => void;
  children: ReactNode;
};

/** The head of the editor: where it is, what can be taken back, and saving. */
export function StudioPage(props: Props) {
  const { skill, title, state, history } = props;
  const { t } = useTranslation(["studio", "skills"]);
  return (
    <Page
      where={
        skill === null ? (
          <Link to="/skills">{t("skills:title")}</Link>
        ) : (
          <Link to="/skills/$skill" params={{ skill }}>
            {skill}
          </Link>
        )
      }
      title={skill === null ? title : t("edit")}
      state={state}
      actions={
        <>
          <ActionIcon aria-label={t("undo")} disabled={!history.canUndo} onClick={history.undo}>
            <IconArrowBackUp size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={t("redo")} disabled={!history.canRedo} onClick={history.redo}>
            <IconArrowForwardUp size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
          <Button disabled={!props.dirty} onClick={props.onDiscard}>
            {t("discard")}
          </Button>
          <Button variant="filled" disabled={!props.ready} onClick={props.onSave}>
            {props.saveLabel}
          </Button>
        </>
      }
    >
      {props.children}
    </Page>
  );
}
