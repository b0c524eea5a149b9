import { useTranslation } from "react-i18next";
import type { MarkView } from "@/bindings/contract";
import type { Evidence } from "../evidence";
import classes from "./PagePicture.module.css";
import type { Turn } from "./useDocumentSight";

type Props = {
  evidence: Evidence[];
  /** For each piece of evidence, the boxes it covers. */
  marks: MarkView[][];
  /** The evidence in view. */
  now: number | undefined;
  /** How the page is turned; numbers stay upright. */
  turn: Turn;
};

/** Numbers of marks whose tops are closer than this share of the page would cover each other; they stand side by side. */
const TOO_CLOSE = 0.022;

/** The places of a drawn page where results can be read; their numbers stand at the page's edge, over no letter. */
export function PictureMarks({ evidence, marks, now, turn }: Props) {
  const { t } = useTranslation("review");
  const tops = evidence.map((_, at) => marks[at]?.[0]?.top);
  return evidence.flatMap((one, at) => {
    const top = tops[at];
    if (top === undefined) return [];
    const beside = tops
      .slice(0, at)
      .filter((other) => other !== undefined && Math.abs(other - top) < TOO_CLOSE).length;
    return [
      ...(marks[at] ?? []).map((box, part) => (
        <mark
          key={`${one.number} ${part}`}
          className={classes.mark}
          data-number={one.number}
          data-now={one.number === now}
          title={t("result.evidence", { number: one.number })}
          style={{
            left: `${box.left * 100}%`,
            top: `${box.top * 100}%`,
            width: `${box.width * 100}%`,
            height: `${box.height * 100}%`,
          }}
        />
      )),
      <b
        key={one.number}
        className={classes.tab}
        style={{
          top: `${top * 100}%`,
          left: `${3 + beside * 17}px`,
          transform: `rotate(${-turn}deg)`,
        }}
      >
        {one.number}
      </b>,
    ];
  });
}
