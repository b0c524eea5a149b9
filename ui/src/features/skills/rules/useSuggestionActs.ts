import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { SuggestionView } from "@/bindings/contract";
import { useAct } from "@/data/useAct";
import type { CallError } from "@/lib/callError";
import { offerUndo } from "@/lib/undo";

/** What can be done with suggestions; each can be taken back. */
export type SuggestionActs = {
  /** Adds rules, all as one new version. */
  accept: (suggestions: SuggestionView[]) => void;
  dismiss: (suggestion: SuggestionView) => void;
  busy: boolean;
  error: CallError | null;
};

/** Suggestions as rules to add. */
export function newRules(suggestions: SuggestionView[], t: TFunction<"rules">) {
  return suggestions.map(({ conditions, then, agreeing, against }) => ({
    conditions,
    then,
    note: t("suggest.note", { agreeing, cases: agreeing + against }),
  }));
}

/** Takes suggestions over into a skill's rules, or dismisses them, with undo. */
export function useSuggestionActs(skill: string): SuggestionActs {
  const { t } = useTranslation("rules");
  const accept = useAct("suggestion/accept");
  const dismiss = useAct("suggestion/dismiss");
  const restore = useAct("version/restore");
  return {
    accept: (suggestions) => {
      accept.mutate(
        { skill, rules: newRules(suggestions, t) },
        {
          onSuccess: ({ version, before }) => {
            if (before === null) return;
            offerUndo(t("suggest.done", { count: suggestions.length, version }), () =>
              restore.mutate({ skill, version: before }),
            );
          },
        },
      );
    },
    dismiss: ({ key }) => {
      dismiss.mutate(
        { skill, key, dismissed: true },
        {
          onSuccess: () =>
            offerUndo(t("suggest.dismissed"), () =>
              dismiss.mutate({ skill, key, dismissed: false }),
            ),
        },
      );
    },
    busy: accept.isPending || dismiss.isPending || restore.isPending,
    error: accept.error ?? dismiss.error ?? restore.error,
  };
}
