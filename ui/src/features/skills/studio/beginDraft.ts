import type { TFunction } from "i18next";
import type { SkillDraftView } from "@/bindings/contract";
import { newField, skillNameOf } from "./draft";

/** What the form begins with: the skill, a copy of it under another name, or an empty skill with one field each. */
export function beginDraft(
  draft: SkillDraftView,
  skill: string | null,
  t: TFunction<"studio">,
): SkillDraftView {
  if (skill !== null) return draft;
  if (draft.name !== "") {
    return { ...draft, name: skillNameOf(t("copyName", { name: draft.name })) };
  }
  return {
    ...draft,
    inputs: [newField("input", [])],
    outputs: [newField("result", [])],
  };
}
