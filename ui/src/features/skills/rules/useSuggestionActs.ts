import { useTranslation } from "react-i18next";
import type { SuggestionView } from "@/bindings/contract";
import { useAct } from "@/data/useAct";
import type { CallError } from "@/lib/callError";
import { offerUndo } from "@/lib/undo";

/** What can be done with a suggestion; each can be taken back. */
export type SuggestionActs = {
  accept: (suggestion: SuggestionView) => void;
  dismiss: (suggestion: SuggestionView) => void;
  busy: boolean;
  error: CallError | null;
};

/** Takes suggestions over into a skill's rules, or dismisses them, with undo. */
export function useSuggestionActs(skill: string): SuggestionActs {
  const { t } = useTranslation("rules");
  const accept = useAct("suggestion/accept");
  const dismiss = useAct("suggestion/dismiss");
  const restore = useAct("version/restore");
  return {
    accept: ({ conditions, then, agreeing, against }) => {
      const note = t("suggest.note", { agreeing, cases: agreeing + against });
      accept.mutate(
        { skill, conditions, then, note },
        {
          onSuccess: ({ version, before }) => {
            if (before === null) return;
            offerUndo(t("suggest.done", { version }), () =>
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
