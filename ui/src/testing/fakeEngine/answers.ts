import type { Methods } from "@/bindings/contract";
import type { Method } from "@/platform/Platform";

/** An answer for every method of the contract. */
export type Answers = { [M in Method]: (params: Methods[M]["params"]) => Methods[M]["view"] };
