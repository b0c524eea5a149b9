/** What can be written at the foot of a result instead of a verdict: a question for the model, or a flag's note. */
export type FootForm = "ask" | "flag";
