import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FacetPick, FacetView } from "@/bindings/contract";
import { showCount } from "@/lib/numbers";
import classes from "./FacetList.module.css";
import { isPicked, togglePick } from "./sight";
import { useFacetWords } from "./useFacetWords";

/** Values of a facet that are shown before one asks for more. */
const FIRST = 7;

type Props = {
  facets: FacetView[];
  picks: FacetPick[];
  onPick: (picks: FacetPick[]) => void;
};

/** What the rows can be told apart by: values with their counts, to pick as many as one likes. */
export function FacetList({ facets, picks, onPick }: Props) {
  const words = useFacetWords();
  const useful = facets.filter(
    ({ id, values }) => values.length > 1 || picks.some((pick) => pick.facet === id),
  );
  return (
    <div className={classes.list}>
      {useful.map((facet) => (
        <fieldset key={facet.id} className={classes.facet}>
          <legend className={classes.title}>{words.title(facet)}</legend>
          <Values facet={facet} picks={picks} onPick={onPick} />
        </fieldset>
      ))}
    </div>
  );
}

function Values({ facet, picks, onPick }: { facet: FacetView } & Omit<Props, "facets">) {
  const { t } = useTranslation("review");
  const words = useFacetWords();
  const [all, setAll] = useState(false);
  const shown = facet.values.filter(
    ({ value }, at) => all || at < FIRST || isPicked(picks, facet.id, value),
  );
  return (
    <>
      {shown.map(({ value, count }) => {
        const label = words.value(facet, value);
        return (
          <div key={value} className={classes.value}>
            <Checkbox
              size="xs"
              label={<span title={label}>{label}</span>}
              classNames={{ body: classes.body ?? "", labelWrapper: classes.label ?? "" }}
              checked={isPicked(picks, facet.id, value)}
              onChange={() => onPick(togglePick(picks, facet.id, value))}
            />
            <span className={classes.count}>{showCount(count)}</span>
          </div>
        );
      })}
      {facet.values.length > shown.length && (
        <Button size="sm" variant="subtle" onClick={() => setAll(true)}>
          {t("facet.more", { count: facet.values.length - shown.length })}
        </Button>
      )}
    </>
  );
}
