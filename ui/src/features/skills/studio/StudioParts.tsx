import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SkillDraftView } from "@/bindings/contract";
import { Tabs } from "@/components/Tabs";
import { AboutPart } from "./AboutPart";
import { ChecksPart } from "./ChecksPart";
import { DefaultsPart } from "./DefaultsPart";
import { FieldsPart } from "./FieldsPart";
import type { PartProps } from "./PartProps";
import { SamplesPart } from "./SamplesPart";
import classes from "./Studio.module.css";

type Props = PartProps & {
  /** The draft as saved; names in it stay. */
  saved: SkillDraftView;
  named: boolean;
};

type Part = "about" | "inputs" | "outputs" | "checks" | "samples" | "defaults";

/** The values of each part, as places in the draft. */
const PLACES: Record<Part, string[]> = {
  about: ["name", "description", "instructions"],
  inputs: ["inputs"],
  outputs: ["outputs"],
  checks: ["checks"],
  samples: ["samples"],
  defaults: ["model", "max_output_tokens", "agents", "budget_usd"],
};

/** The parts of a skill behind tabs; a part with something to correct is marked. */
export function StudioParts({ draft, change, faults, saved, named }: Props) {
  const { t } = useTranslation("studio");
  const [part, setPart] = useState<Part>("about");
  const parts = { draft, change, faults };
  const keep = new Set(
    named
      ? [
          ...saved.inputs.map((field) => `inputs.${field.name}`),
          ...saved.outputs.map((field) => `outputs.${field.name}`),
        ]
      : [],
  );
  const label = (value: Part) => {
    const wrong = PLACES[value].reduce((sum, place) => sum + faults.below(place), 0);
    return (
      <>
        {t(`part.${value}`)}
        {wrong > 0 && (
          <span className={classes.dot} role="img" aria-label={t("fix", { count: wrong })} />
        )}
      </>
    );
  };
  return (
    <Tabs
      label={t("part.label")}
      value={part}
      onChange={setPart}
      tabs={[
        { value: "about", label: label("about") },
        { value: "inputs", label: label("inputs"), count: draft.inputs.length },
        { value: "outputs", label: label("outputs"), count: draft.outputs.length },
        { value: "checks", label: label("checks"), count: draft.checks.length },
        { value: "samples", label: label("samples"), count: draft.samples.length },
        { value: "defaults", label: label("defaults") },
      ]}
    >
      <div className={classes.scroll}>
        {part === "about" && <AboutPart {...parts} named={named} />}
        {part === "inputs" && <FieldsPart {...parts} side="inputs" keep={keep} />}
        {part === "outputs" && <FieldsPart {...parts} side="outputs" keep={keep} />}
        {part === "checks" && <ChecksPart {...parts} />}
        {part === "samples" && <SamplesPart {...parts} />}
        {part === "defaults" && <DefaultsPart {...parts} />}
      </div>
    </Tabs>
  );
}
