import type { FindingView } from "@/bindings/contract";
import { StateShape } from "@/components/StateShape";
import classes from "./FieldFindings.module.css";
import { useFindingWords } from "./useFindingWords";

type Props = { findings: FindingView[] };

/** What checks say of a result, beside it. */
export function FieldFindings({ findings }: Props) {
  const words = useFindingWords();
  if (findings.length === 0) return null;
  return (
    <ul className={classes.findings}>
      {findings.map((finding) => (
        <li key={`${finding.check} ${finding.message}`} className={classes.finding}>
          <StateShape shape={finding.level === "error" ? "failed" : "review"} />
          <span>{words(finding)}</span>
        </li>
      ))}
    </ul>
  );
}
