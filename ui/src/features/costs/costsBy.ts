/** What costs can be listed by. */
export type CostsBy = "day" | "skill" | "model" | "job" | "run" | "key";

/** In the order of the choice on screen. */
export const COSTS_BY: CostsBy[] = ["day", "skill", "model", "job", "run", "key"];
