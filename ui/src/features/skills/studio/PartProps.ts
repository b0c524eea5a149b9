import type { SkillDraftView } from "@/bindings/contract";
import type { ChangeDraft } from "./useDraft";
import type { Faults } from "./useFaults";

/** What every part of the editor works on. */
export type PartProps = { draft: SkillDraftView; change: ChangeDraft; faults: Faults };
