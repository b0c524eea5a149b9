import { useTranslation } from "react-i18next";
import type { FieldView, TurnView } from "@/bindings/contract";
import { showUsd } from "@/lib/money";
import { useCoreWords } from "@/lib/useCoreWords";
import { useLength } from "@/lib/useLength";
import { replyParts } from "./replyParts";
import classes from "./Turn.module.css";

type Props = {
  turn: TurnView;
  /** True if the row was tried more than once: the try is said too. */
  several: boolean;
  outputs: FieldView[];
};

const ENDS = [
  "answered",
  "refused",
  "cut_off",
  "empty",
  "too_long",
  "failed",
  "uncertain",
  "in_flight",
] as const;

/** One exchange: what it used, what was asked, what came back, what went wrong. */
export function Turn({ turn, several, outputs }: Props) {
  const { t } = useTranslation("run");
  const core = useCoreWords();
  const length = useLength();
  const end = ENDS.find((known) => known === turn.end) ?? "failed";
  const open = end === "in_flight";
  const held = open || end === "uncertain";
  const amount = showUsd(turn.cost_usd, 4);
  const parts = replyParts(turn.reply, outputs);
  return (
    <section className={classes.turn} data-open={open}>
      <header className={classes.head}>
        <h3>
          {turn.second > 0
            ? t("transcript.second", { model: turn.model })
            : several
              ? t("transcript.attempt", { attempt: turn.attempt, turn: turn.turn })
              : t("transcript.turn", { turn: turn.turn })}
        </h3>
        {end === "answered" ? (
          <span className={classes.faint}>
            {t("transcript.tokens", { input: turn.input_tokens, output: turn.output_tokens })}
          </span>
        ) : (
          <span className={classes.end} data-end={open ? "open" : "failed"}>
            {t(`transcript.end.${end}`)}
          </span>
        )}
        <span
          className={classes.cost}
          title={turn.quality === "exact" ? t("transcript.quality.exact") : estimated()}
        >
          {held ? t("transcript.held", { amount }) : amount}
        </span>
      </header>
      <details className={classes.asked}>
        <summary>{t("transcript.asked")}</summary>
        <p className={classes.said}>{turn.prompt}</p>
      </details>
      {parts !== null ? (
        <dl className={classes.parts}>
          {parts.map((part) => (
            <div key={part.label}>
              <dt>{part.label}</dt>
              <dd>{part.text}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className={classes.said}>
          {turn.reply !== ""
            ? turn.reply
            : open
              ? t("transcript.inFlight")
              : t("transcript.noReply")}
        </p>
      )}
      {turn.problem !== null && <p className={classes.problem}>{core(turn.problem)}</p>}
      {turn.took_ms !== null && <p className={classes.faint}>{length(turn.took_ms)}</p>}
    </section>
  );

  function estimated(): string {
    return turn.quality === "estimated"
      ? t("transcript.quality.estimated")
      : t("transcript.quality.unknown");
  }
}
