import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { FacetPick, RunDetail } from "@/bindings/contract";
import classes from "./PickChips.module.css";
import { togglePick } from "./sight";
import { useFacetWords } from "./useFacetWords";

type Props = { detail: RunDetail; picks: FacetPick[]; onPick: (picks: FacetPick[]) => void };

/** What is picked, each to be let go with a click. */
export function PickChips({ detail, picks, onPick }: Props) {
  const { t } = useTranslation("review");
  const words = useFacetWords();
  if (picks.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t("facet.picked")}>
      {picks.flatMap(({ facet, values }) =>
        values.map((value) => {
          const kind = facet.startsWith("output:") ? "output" : facet;
          const output = detail.outputs.find((field) => `output:${field.name}` === facet);
          const title = words.title({ kind, id: facet, label: output?.label ?? "" });
          const text = words.value({ kind }, value);
          return (
            <li key={`${facet} ${value}`}>
              <Button
                size="sm"
                title={title}
                aria-label={t("facet.drop", { title, text })}
                rightSection={<IconX size={12} stroke={1.6} aria-hidden />}
                onClick={() => onPick(togglePick(picks, facet, value))}
              >
                {text}
              </Button>
            </li>
          );
        }),
      )}
    </ul>
  );
}
