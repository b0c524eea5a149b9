import { Button, Menu } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { MergeView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { Notice } from "@/components/Notice";
import { State } from "@/components/State";
import { useAct } from "@/data/useAct";
import { fileName } from "@/lib/fileName";
import { useLocale } from "@/lib/Locale";
import { showBytes } from "@/lib/numbers";
import { usePlatform, type SaveKind } from "@/platform/Platform";
import classes from "./Merge.module.css";

type Props = { merge: MergeView; name: string };

/** A person's word on the document as a whole, and taking it along as a file. */
export function DocumentFoot({ merge, name }: Props) {
  const { t } = useTranslation("merge");
  const { t: common } = useTranslation();
  const { language, times } = useLocale();
  const platform = usePlatform();
  const judge = useAct("merge/judge");
  const write = useAct("merge/export");
  const { run, number, word } = merge;
  const ready = merge.state === "whole" || merge.state === "incomplete";
  const say = (accepted: boolean | null) => judge.mutate({ run, number, accepted });
  const save = async (kind: SaveKind, ending: string) => {
    const grant = await platform.pickSave(
      kind,
      `${fileName(t("file", { name, number }))}.${ending}`,
    );
    if (!grant) return;
    write.mutate(
      { run, number, grant: grant.grant, language },
      { onSuccess: () => platform.deliver(grant) },
    );
  };
  const said = word && { by: word.by, at: times.moment(word.at) };
  return (
    <div className={classes.foot}>
      {write.data && (
        <Notice
          shape="done"
          action={
            <Button size="sm" onClick={write.reset}>
              {common("do.close")}
            </Button>
          }
        >
          {t("saved", { path: write.data.path, size: showBytes(write.data.bytes) })}
        </Notice>
      )}
      {(write.isError || judge.isError) && <ErrorNote error={write.error ?? judge.error} />}
      <div className={classes.bar}>
        <span className={classes.word} role="status">
          {word === null ? (
            <span className={classes.faint}>{t("word.none")}</span>
          ) : word.changed ? (
            <State shape="review">{t("word.changed")}</State>
          ) : (
            <State shape={word.accepted ? "done" : "failed"}>
              {t(word.accepted ? "word.accepted" : "word.rejected", said ?? {})}
            </State>
          )}
        </span>
        {word !== null && (
          <Button disabled={judge.isPending} onClick={() => say(null)}>
            {t("word.undo")}
          </Button>
        )}
        <Button disabled={!ready || judge.isPending} onClick={() => say(false)}>
          {t("word.reject")}
        </Button>
        <Button disabled={!ready || judge.isPending} onClick={() => say(true)}>
          {t("word.accept")}
        </Button>
        <Menu position="top-end">
          <Menu.Target>
            <Button disabled={merge.document === null || write.isPending}>{t("save.title")}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void save("word", "docx")}>{t("save.word")}</Menu.Item>
            <Menu.Item onClick={() => void save("workbook", "xlsx")}>
              {t("save.workbook")}
            </Menu.Item>
            <Menu.Item onClick={() => void save("document", "md")}>{t("save.document")}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </div>
  );
}
