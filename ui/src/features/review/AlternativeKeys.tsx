import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Kbd } from "@/components/Kbd";
import type { Alternatives } from "./alternatives";
import classes from "./AlternativeKeys.module.css";

type Props = { alternatives: Alternatives; onTake: (at: number) => void };

/** The other choices a number key takes at once. */
export function AlternativeKeys({ alternatives, onTake }: Props) {
  const { t } = useTranslation("review");
  return (
    <div className={classes.keys} role="group" aria-label={t("result.or")}>
      {alternatives.choices.map((choice, at) =>
        choice === alternatives.now ? null : (
          <Button
            key={choice}
            size="sm"
            title={choice}
            leftSection={<Kbd keys={`${at + 1}`} />}
            onClick={() => onTake(at)}
          >
            <span className={classes.choice}>{choice}</span>
          </Button>
        ),
      )}
    </div>
  );
}
