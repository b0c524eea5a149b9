import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "@/components/Dialog";
import { Region } from "@/components/Region";
import { useCall } from "@/data/useCall";
import classes from "./NewJob.module.css";
import { SkillList } from "./SkillList";

type Props = {
  opened: boolean;
  chosen: string | null;
  onChoose: (skill: string) => void;
  onClose: () => void;
};

/** Lets the person give a job another skill. */
export function ChooseSkill({ opened, chosen, onChoose, onClose }: Props) {
  const { t } = useTranslation("job");
  const { t: common } = useTranslation();
  const skills = useCall("skill/list", {}, { enabled: opened });
  const [picked, setPicked] = useState<string | null>(null);
  const now = picked ?? chosen;
  const close = () => {
    setPicked(null);
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={t("skill.choose")} size={560}>
      <Region query={skills}>
        {(list) => <SkillList skills={list} chosen={now} onChoose={setPicked} />}
      </Region>
      <p className={classes.note}>{t("skill.changeNote")}</p>
      <div className={classes.foot}>
        <Button onClick={close}>{common("do.cancel")}</Button>
        <Button
          variant="filled"
          disabled={now === null || now === chosen}
          onClick={() => {
            setPicked(null);
            if (now !== null) onChoose(now);
          }}
        >
          {t("skill.use")}
        </Button>
      </div>
    </Dialog>
  );
}
