import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { KeyTest, ModelOption } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { State } from "@/components/State";
import { useAct } from "@/data/useAct";
import { KeyForm } from "./KeyForm";
import { KeyVerdict } from "./KeyVerdict";
import { LimitsTable } from "./LimitsTable";
import { NamedKeys } from "./NamedKeys";
import classes from "./ProviderCard.module.css";
import type { ProviderLine } from "./providerLines";

type Props = {
  line: ProviderLine;
  models: ModelOption[];
  storeWorks: boolean;
  /** What the provider said last; none if it was not asked. */
  test: KeyTest | null;
  onTested: (test: KeyTest) => void;
  /** The key is another one now, or gone. */
  onChanged: () => void;
  onLookAgain: () => void;
};

/** One provider opened: its key, what it said, and how to change or remove the key. */
export function ProviderCard(props: Props) {
  const { line, models, storeWorks, test, onTested, onChanged, onLookAgain } = props;
  const { t } = useTranslation(["settings", "common"]);
  const set = useAct("key/set");
  const ask = useAct("key/test");
  const remove = useAct("key/remove");
  const { provider, title, key } = line;
  const tryKey = () => ask.mutate({ provider }, { onSuccess: onTested });
  const save = (typed: string, name: string, sessionOnly: boolean, done: () => void) => {
    const isDefault = name === "" || name.toLowerCase() === "default";
    if (isDefault) onChanged();
    set.mutate(
      { provider, key: typed, session_only: sessionOnly, ...(isDefault ? {} : { name }) },
      {
        onSuccess: () => {
          done();
          if (isDefault) tryKey();
        },
      },
    );
  };
  const error = set.error ?? ask.error ?? remove.error;
  const busy = set.isPending || ask.isPending || remove.isPending;
  const removable = key !== null && ["store", "session"].includes(key.place);
  return (
    <section className={classes.card}>
      <header className={classes.head}>
        <h2>{title}</h2>
        <State shape={line.shape} tag>
          {t(`keys.${line.state}`)}
        </State>
        <span className={classes.actions}>
          {key?.optional && (
            <Button size="sm" onClick={onLookAgain}>
              {t("keys.lookAgain")}
            </Button>
          )}
          {key && key.place !== "none" && (
            <Button size="sm" onClick={tryKey} disabled={busy}>
              {t("keys.test")}
            </Button>
          )}
          {removable && (
            <Button
              size="sm"
              variant="subtle"
              disabled={busy}
              onClick={() => remove.mutate({ provider }, { onSuccess: onChanged })}
            >
              {t("keys.remove")}
            </Button>
          )}
        </span>
      </header>
      <div className={classes.body}>
        <p className={classes.known}>{knownWords()}</p>
        {key === null && <p className={classes.text}>{t("keys.practiceText")}</p>}
        {key?.optional && <p className={classes.text}>{t("keys.localText")}</p>}
        {key && !key.optional && (
          <div className={classes.columns}>
            <KeyForm keyView={key} storeWorks={storeWorks} busy={busy} onSave={save} />
            <KeyVerdict keyView={key} models={models} test={test} asking={ask.isPending} />
          </div>
        )}
        {line.named.length > 0 && <NamedKeys title={title} keys={line.named} />}
        <LimitsTable provider={provider} />
        {error && <ErrorNote error={error} />}
      </div>
    </section>
  );

  /** The key's last characters and the models, as far as they are known. */
  function knownWords(): string {
    const four = key?.last_four;
    const parts = [
      four == null ? null : t("keys.ending", { four }),
      line.models === 0
        ? null
        : line.free
          ? t("keys.free", { count: line.models })
          : t("keys.modelCount", { count: line.models }),
    ];
    return parts.filter((part) => part !== null).join(t("common:listComma"));
  }
}
