import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { focusNextPane } from "@/lib/panes";
import { useShortcuts } from "@/lib/shortcuts";
import { takeUndo } from "@/lib/undo";

/** The keys that work on every screen. */
export function useEverywhereKeys(showKeys: () => void): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useShortcuts(
    t("keys.everywhere"),
    [
      { keys: "g h", label: t("keys.goHome"), run: () => void navigate({ to: "/" }) },
      { keys: "g j", label: t("keys.goJobs"), run: () => void navigate({ to: "/jobs" }) },
      { keys: "g r", label: t("keys.goRuns"), run: () => void navigate({ to: "/runs" }) },
      { keys: "g v", label: t("keys.goReview"), run: () => void navigate({ to: "/review" }) },
      { keys: "g c", label: t("keys.goCosts"), run: () => void navigate({ to: "/costs" }) },
      { keys: "g s", label: t("keys.goSkills"), run: () => void navigate({ to: "/skills" }) },
      {
        keys: "n",
        label: t("keys.newJob"),
        run: () => void navigate({ to: "/jobs", search: { new: true } }),
      },
      { keys: "mod+z", label: t("keys.undo"), run: takeUndo },
      { keys: "f6", label: t("keys.nextPane"), run: () => focusNextPane(1), inFields: true },
      {
        keys: "shift+f6",
        label: t("keys.previousPane"),
        run: () => focusNextPane(-1),
        inFields: true,
      },
      { keys: "?", label: t("keys.overlay"), run: showKeys },
    ],
    true,
  );
}
