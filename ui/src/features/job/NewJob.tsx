import { Button, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "@/components/Dialog";
import { Empty } from "@/components/Empty";
import { ErrorNote } from "@/components/ErrorNote";
import { Region } from "@/components/Region";
import { useAct } from "@/data/useAct";
import { useCall } from "@/data/useCall";
import { onEnter } from "@/lib/composing";
import classes from "./NewJob.module.css";
import { SkillList } from "./SkillList";

type Props = {
  /** The skill to begin with, if the person came from one. */
  skill: string | null;
  onClose: () => void;
};

/** A new job: choose the skill, name it, go there. */
export function NewJob({ skill, onClose }: Props) {
  const { t } = useTranslation("job");
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  const skills = useCall("skill/list", {});
  const create = useAct("job/create");
  const [picked, setPicked] = useState(skill);
  const [name, setName] = useState("");
  const usable = skills.data?.filter((one) => one.problem === null && !one.merges) ?? [];
  const chosen = usable.find((one) => one.skill === picked) ?? usable[0];
  const make = () => {
    if (!chosen || create.isPending) return;
    create.mutate(
      { skill: chosen.skill, ...(name.trim() === "" ? {} : { name: name.trim() }) },
      { onSuccess: (made) => void navigate({ to: "/jobs/$job", params: { job: made.job } }) },
    );
  };
  return (
    <Dialog opened onClose={onClose} title={t("new.title")} size={560}>
      <Region query={skills}>
        {(list) =>
          list.every((one) => one.merges) ? (
            <Empty
              title={t("new.noSkills")}
              action={
                <Button onClick={() => void navigate({ to: "/skills" })}>
                  {t("new.toSkills")}
                </Button>
              }
            >
              {t(list.length === 0 ? "new.noSkillsText" : "new.onlyMerging")}
            </Empty>
          ) : (
            <SkillList skills={list} chosen={chosen?.skill ?? null} onChoose={setPicked} />
          )
        }
      </Region>
      <TextInput
        data-autofocus
        className={classes.name}
        label={t("name")}
        placeholder={chosen?.name ?? ""}
        value={name}
        maxLength={120}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={onEnter(make)}
      />
      {create.error && (
        <div className={classes.error}>
          <ErrorNote error={create.error} />
        </div>
      )}
      <div className={classes.foot}>
        <Button onClick={onClose}>{common("do.cancel")}</Button>
        <Button variant="filled" disabled={!chosen} onClick={make}>
          {t("new.create")}
        </Button>
      </div>
    </Dialog>
  );
}
