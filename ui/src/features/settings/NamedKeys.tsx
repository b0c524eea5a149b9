import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { KeyView } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { State } from "@/components/State";
import { useAct } from "@/data/useAct";
import classes from "./ProviderCard.module.css";

type Props = {
  /** What people call the provider. */
  title: string;
  keys: KeyView[];
};

/** A provider's keys with a name of their own, each to be tested and removed by itself. */
export function NamedKeys({ title, keys }: Props) {
  const { t } = useTranslation("settings");
  return (
    <section aria-label={t("keys.named", { provider: title })}>
      <ul className={classes.named}>
        {keys.map((key) => (
          <NamedKey key={key.name} keyView={key} />
        ))}
      </ul>
    </section>
  );
}

function NamedKey({ keyView }: { keyView: KeyView }) {
  const { t } = useTranslation("settings");
  const test = useAct("key/test");
  const remove = useAct("key/remove");
  const { provider, name, last_four: four, title } = keyView;
  const busy = test.isPending || remove.isPending;
  const error = test.error ?? remove.error;
  return (
    <li className={classes.key}>
      <b>{name}</b>
      <span className={classes.ending}>{four === null ? "" : t("keys.ending", { four })}</span>
      <span role="status">{said()}</span>
      <span className={classes.actions}>
        <Button
          size="sm"
          disabled={busy}
          aria-label={t("keys.testNamed", { name })}
          onClick={() => test.mutate({ provider, name })}
        >
          {t("keys.test")}
        </Button>
        <Button
          size="sm"
          variant="subtle"
          disabled={busy}
          aria-label={t("keys.removeNamed", { name })}
          onClick={() => remove.mutate({ provider, name })}
        >
          {t("keys.remove")}
        </Button>
      </span>
      {error && <ErrorNote error={error} />}
    </li>
  );

  /** What the provider said of it last, else where it is. */
  function said() {
    if (test.isPending) {
      return <State shape="running">{t("keys.testing", { provider: title })}</State>;
    }
    if (test.data?.accepted === false) return <State shape="failed">{t("keys.refused")}</State>;
    if (test.data) return <State shape="done">{t("keys.accepted")}</State>;
    return (
      <State shape="done">
        {t(keyView.place === "session" ? "keys.readySession" : "keys.ready")}
      </State>
    );
  }
}
