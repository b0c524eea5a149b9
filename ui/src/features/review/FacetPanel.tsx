import { useTranslation } from "react-i18next";
import type { FacetPick } from "@/bindings/contract";
import { Loading } from "@/components/Loading";
import { Panel } from "@/components/Panel";
import { Region } from "@/components/Region";
import { SearchField } from "@/components/SearchField";
import { FacetList } from "./FacetList";
import classes from "./QueuePanel.module.css";
import type { useSurvey } from "./useSurvey";

type Props = {
  survey: ReturnType<typeof useSurvey>;
  search: string;
  onSearch: (search: string) => void;
  picks: FacetPick[];
  onPick: (picks: FacetPick[]) => void;
};

/** What to pick the rows by, at the left of the table and the groups. */
export function FacetPanel({ survey, search, onSearch, picks, onPick }: Props) {
  const { t } = useTranslation("review");
  const total = survey.data?.total;
  return (
    <Panel
      place="queue"
      label={t("facet.label")}
      title={total === undefined ? t("facet.label") : t("queue.rows", { count: total })}
      padded={false}
    >
      <div className={classes.search}>
        <SearchField label={t("queue.search")} value={search} onChange={onSearch} width="100%" />
      </div>
      <Region query={survey} loading={<Loading lines={14} />}>
        {({ facets }) => <FacetList facets={facets} picks={picks} onPick={onPick} />}
      </Region>
    </Panel>
  );
}
