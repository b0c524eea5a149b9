import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { KeyStoreView, KeyTest, ModelOption } from "@/bindings/contract";
import { ErrorNote } from "@/components/ErrorNote";
import { Loading } from "@/components/Loading";
import { Panel } from "@/components/Panel";
import { useCall } from "@/data/useCall";
import classes from "./KeysSection.module.css";
import { KeyStoreTrouble } from "./KeyStoreTrouble";
import { ProviderCard } from "./ProviderCard";
import { providerLines } from "./providerLines";
import { ProvidersTable } from "./ProvidersTable";

type Props = {
  /** The provider that is open; none: the first. */
  chosen: string | null;
  onChoose: (provider: string) => void;
};

/** Providers, their keys, and what each said when its key was tried. */
export function KeysSection(props: Props) {
  const { t } = useTranslation(["settings", "common"]);
  const keys = useCall("key/list", {});
  const models = useCall("model/list", {});
  const lookAgain = () => {
    void keys.refetch();
    void models.refetch();
  };
  if (keys.data) {
    return (
      <Providers {...props} store={keys.data} models={models.data ?? []} onLookAgain={lookAgain} />
    );
  }
  return (
    <Panel label={t("section.keys")}>
      {keys.isError ? <ErrorNote error={keys.error} onRetry={lookAgain} /> : <Loading />}
    </Panel>
  );
}

type ProvidersProps = Props & {
  store: KeyStoreView;
  models: ModelOption[];
  onLookAgain: () => void;
};

function Providers({ chosen, onChoose, store, models, onLookAgain }: ProvidersProps) {
  const { t } = useTranslation(["settings", "common"]);
  const [tests, setTests] = useState<Record<string, KeyTest>>({});
  const forget = (provider: string) =>
    setTests((known) => Object.fromEntries(Object.entries(known).filter(([p]) => p !== provider)));
  const lines = providerLines(store.keys, models, tests, t("keys.practice"));
  const line = lines.find((known) => known.provider === chosen) ?? lines[0];
  return (
    <>
      <div className={classes.list}>
        <Panel label={t("keys.list")} padded={false}>
          <ProvidersTable lines={lines} selected={line?.provider ?? null} onSelect={onChoose} />
        </Panel>
      </div>
      {line && (
        <Panel label={line.title}>
          <div className={classes.keys}>
            {!store.works && <KeyStoreTrouble problem={store.problem} onLookAgain={onLookAgain} />}
            <ProviderCard
              key={line.provider}
              line={line}
              models={models}
              storeWorks={store.works}
              test={tests[line.provider] ?? null}
              onTested={(test) => setTests((known) => ({ ...known, [line.provider]: test }))}
              onChanged={() => forget(line.provider)}
              onLookAgain={onLookAgain}
            />
            <p className={classes.privacy}>{t("keys.privacy")}</p>
          </div>
        </Panel>
      )}
    </>
  );
}
