import { Slider } from "@mantine/core";
import { useId, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { onEnter } from "@/lib/composing";
import classes from "./AgentsField.module.css";
import { agentsAt, clampAgents, MOST_AGENTS, placeOf } from "./agentScale";
import { FieldLabel } from "./FieldLabel";

type Props = { agents: number; onChange: (agents: number) => void };

const MARKS = [1, 8, 64, MOST_AGENTS];

/** How many agents work at once: a slider, and a field for an exact number. */
export function AgentsField({ agents, onChange }: Props) {
  const { t } = useTranslation("job");
  const id = useId();
  const [dragged, setDragged] = useState<number | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const shown = dragged ?? agents;
  const commitTyped = () => {
    const number = Number(typed?.normalize("NFKC"));
    setTyped(null);
    if (typed === null || typed.trim() === "" || !Number.isFinite(number)) return;
    if (clampAgents(number) !== agents) onChange(clampAgents(number));
  };
  // The next number replaces this one instead of being typed behind it.
  const commitAndSelect = (event: KeyboardEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    onEnter(commitTyped)(event);
    if (event.key === "Enter") requestAnimationFrame(() => field.select());
  };
  return (
    <div>
      <FieldLabel
        htmlFor={id}
        aside={
          <input
            id={id}
            className={classes.number}
            inputMode="numeric"
            value={typed ?? String(shown)}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onFocus={(event) => event.currentTarget.select()}
            onBlur={commitTyped}
            onKeyDown={commitAndSelect}
          />
        }
      >
        {t("how.agents")}
      </FieldLabel>
      <Slider
        className={classes.slider}
        min={0}
        max={100}
        step={0.5}
        value={placeOf(shown)}
        marks={MARKS.map((mark) => ({ value: placeOf(mark), label: String(mark) }))}
        thumbLabel={t("how.agentsSlider")}
        thumbProps={{ "aria-valuetext": String(shown) }}
        scale={agentsAt}
        onChange={(place) => setDragged(agentsAt(place))}
        onChangeEnd={(place) => {
          setDragged(null);
          if (agentsAt(place) !== agents) onChange(agentsAt(place));
        }}
      />
    </div>
  );
}
