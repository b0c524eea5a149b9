import { useState } from "react";
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Region } from "@/components/Region";
import { useCall } from "@/data/useCall";
import { SampleForm } from "./SampleForm";
import { SampleStanding } from "./SampleStanding";
import classes from "./close.module.css";

type Props = { run: string };

/** The latest sample of a run and what it says; a new one can always be drawn. */
export function SampleSection({ run }: Props) {
  const { t } = useTranslation("review");
  const query = useCall("sample/list", { run });
  const [drawing, setDrawing] = useState(false);
  return (
    <Region query={query}>
      {(samples) => {
        const latest = samples.at(-1);
        if (latest === undefined || drawing) {
          return (
            <SampleForm
              run={run}
              after={latest}
              onDone={() => setDrawing(false)}
              onCancel={latest === undefined ? null : () => setDrawing(false)}
            />
          );
        }
        return (
          <div className={classes.stack}>
            <SampleStanding run={run} sample={latest} onFurther={() => setDrawing(true)} />
            {latest.state !== "missed" && (
              <div>
                <Button size="sm" variant="subtle" onClick={() => setDrawing(true)}>
                  {t("close.sample.another")}
                </Button>
              </div>
            )}
          </div>
        );
      }}
    </Region>
  );
}
