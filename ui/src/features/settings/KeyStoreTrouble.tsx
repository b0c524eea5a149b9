import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Notice } from "@/components/Notice";

const KNOWN = ["no_bus", "no_service", "no_collection", "locked", "mismatch", "denied"] as const;

type Props = { problem: string | null; onLookAgain: () => void };

/** Why the key store cannot be used, what to do about it, and what works meanwhile. */
export function KeyStoreTrouble({ problem, onLookAgain }: Props) {
  const { t } = useTranslation(["settings", "common"]);
  const reason = KNOWN.find((known) => known === problem) ?? "unknown";
  return (
    <Notice
      shape="failed"
      urgent
      action={
        <Button size="sm" onClick={onLookAgain}>
          {t("keys.lookAgain")}
        </Button>
      }
    >
      <b>{t("keys.store.broken")}</b> {t(`keys.store.${reason}`)} {t("keys.store.session")}
    </Notice>
  );
}
