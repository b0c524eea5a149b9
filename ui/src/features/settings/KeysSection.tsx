import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { KeyTest } from "@/bindings/contract";
import { Panel } from "@/components/Panel";
import { Region } from "@/components/Region";
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
export function KeysSection({ chosen, onChoose }: Props) {
  const { t } = useTranslation(["settings", "common"]);
  const [tests, setTests] = useState<Record<string, KeyTest>>({});
  const keys = useCall("key/list", {});
  const models = useCall("model/list", {});
  const forget = (provider: string) =>
    setTests((known) => Object.fromEntries(Object.entries(known).filter(([p]) => p !== provider)));
  return (
    <Panel label={t("section.keys")}>
      <Region query={keys}>
        {(store) => {
          const lines = providerLines(store.keys, models.data ?? [], tests, t("keys.practice"));
          const line = lines.find((known) => known.provider === chosen) ?? lines[0];
          const lookAgain = () => {
            void keys.refetch();
            void models.refetch();
          };
          return (
            <div className={classes.keys}>
              {!store.works && <KeyStoreTrouble problem={store.problem} onLookAgain={lookAgain} />}
              <ProvidersTable lines={lines} selected={line?.provider ?? null} onSelect={onChoose} />
              {line && (
                <ProviderCard
                  key={line.provider}
                  line={line}
                  models={models.data ?? []}
                  storeWorks={store.works}
                  test={tests[line.provider] ?? null}
                  onTested={(test) => setTests((known) => ({ ...known, [line.provider]: test }))}
                  onChanged={() => forget(line.provider)}
                  onLookAgain={lookAgain}
                />
              )}
              <p className={classes.privacy}>{t("keys.privacy")}</p>
            </div>
          );
        }}
      </Region>
    </Panel>
  );
}
