import type { TFunction } from "i18next";
import { type Condition, readCondition, readOutcome } from "./conditions";

type Say = TFunction<"rules">;

/** The conditions of a rule as one text in the person's language, for titles and for what is no markup. */
export function ruleText(say: Say, cells: { label: string; cell: string }[]): string {
  if (cells.length === 0) return say("say.always");
  const parts = cells.map(({ label, cell }) => `${label} ${conditionText(say, cell)}`);
  return parts.join(` ${say("say.and")} `);
}

/** A condition as text. */
export function conditionText(say: Say, cell: string): string {
  return text(say, readCondition(cell));
}

/** What a rule decides, or whom it asks, as text. */
export function outcomeText(say: Say, cell: string): string {
  return text(say, readOutcome(cell));
}

function text(say: Say, condition: Condition): string {
  const quoted = (value: string) => say("say.quoted", { value });
  switch (condition.op) {
    case "text":
      return condition.value;
    case "any":
    case "empty":
    case "notEmpty":
    case "askModel":
    case "askMe":
      return say(`op.${condition.op}`);
    case "between":
      return `${say("op.between")} ${condition.least} ${say("say.to")} ${condition.most}`;
    case "oneOf":
      return `${say("op.oneOf")} ${condition.values.map(quoted).join(say("say.comma"))}`;
    case "matches":
      return `${say("op.matches")} ${say("say.pattern", { value: condition.value })}`;
    case "more":
    case "less":
    case "atLeast":
    case "atMost":
      return `${say(`op.${condition.op}`)} ${condition.value}`;
    default:
      return `${say(`op.${condition.op}`)} ${quoted(condition.value)}`;
  }
}
