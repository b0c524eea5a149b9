import { Button, Select } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ComparisonView } from "@/bindings/contract";
import { Empty } from "@/components/Empty";
import { Page } from "@/components/Page";
import { Panel } from "@/components/Panel";
import { Region } from "@/components/Region";
import { Segmented } from "@/components/Segmented";
import { useCall } from "@/data/useCall";
import { BlindChoice } from "./BlindChoice";
import { CompareSums } from "./CompareSums";
import { DifferentRows } from "./DifferentRows";

type Props = {
  first: string;
  /** The run to compare with; none until the person chose one. */
  second: string | null;
};

/** Two runs side by side: what they cost, where they differ, and which is better when nobody knows whose it is. */
export function CompareScreen({ first, second }: Props) {
  const { t } = useTranslation("compare");
  const navigate = useNavigate();
  const runs = useCall("run/list", {});
  const [view, setView] = useState<"rows" | "blind">("rows");
  const skill = runs.data?.find(({ run }) => run === first)?.skill;
  const others = runs.data?.filter((run) => run.run !== first && run.skill === skill) ?? [];
  return (
    <Page
      where={<Link to="/review">{t("review")}</Link>}
      title={t("title")}
      actions={
        <>
          <Select
            aria-label={t("with")}
            placeholder={t("with")}
            value={second}
            data={others.map(({ run, name, number, model }) => ({
              value: run,
              label: t("named", { name, number, model: model.slice(model.indexOf("/") + 1) }),
            }))}
            w={280}
            onChange={(chosen) =>
              void navigate({
                to: "/compare/$run",
                params: { run: first },
                search: chosen === null ? {} : { with: chosen },
                replace: true,
              })
            }
          />
          <Segmented
            label={t("view.label")}
            segments={(["rows", "blind"] as const).map((value) => ({
              value,
              label: t(`view.${value}`),
            }))}
            value={view}
            onChange={setView}
          />
        </>
      }
    >
      {second === null ? (
        <Panel label={t("title")}>
          <Empty
            title={t(others.length === 0 ? "noOther" : "choose")}
            action={<Button onClick={() => void navigate({ to: "/runs" })}>{t("toRuns")}</Button>}
          >
            {t(others.length === 0 ? "noOtherText" : "chooseText")}
          </Empty>
        </Panel>
      ) : (
        <Compared first={first} second={second} view={view} />
      )}
    </Page>
  );
}

type Both = { first: string; second: string; view: "rows" | "blind" };

function Compared({ first, second, view }: Both) {
  const { t } = useTranslation("compare");
  const query = useCall("compare/get", { first, second });
  return (
    <>
      <Panel place="list" label={t("sums.label")} title={t("sums.label")}>
        <Region query={query}>
          {/* Whose result is better must not show while the person chooses. */}
          {(found: ComparisonView) => <CompareSums found={found} picks={view === "rows"} />}
        </Region>
      </Panel>
      <Panel label={t(`view.${view}`)} padded={false}>
        {view === "blind" ? (
          <BlindChoice first={first} second={second} />
        ) : (
          <Region query={query}>
            {(found) => <DifferentRows first={first} second={second} found={found} />}
          </Region>
        )}
      </Panel>
    </>
  );
}
