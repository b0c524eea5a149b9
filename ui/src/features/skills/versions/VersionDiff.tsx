import { useTranslation } from "react-i18next";
import type { DiffLineView, SkillVersionView } from "@/bindings/contract";
import { Region } from "@/components/Region";
import { useCall } from "@/data/useCall";
import classes from "./Versions.module.css";

type Props = { skill: string; older: SkillVersionView; newer: SkillVersionView };

/** What changed from one version to the next, file by file, line by line. */
export function VersionDiff({ skill, older, newer }: Props) {
  const { t } = useTranslation("studio");
  const query = useCall("version/get", { skill, from: older.id, to: newer.id });
  return (
    <section className={classes.diff}>
      <h2>{t("version.changes", { from: older.version, to: newer.version })}</h2>
      <Region query={query}>
        {(files) =>
          files.length === 0 ? (
            <p className={classes.about}>{t("version.noChanges")}</p>
          ) : (
            files.map((file) => (
              <div key={file.file} className={classes.file}>
                <h3>{file.file}</h3>
                {file.hunks.map((hunk, at) => (
                  <ol key={at} className={classes.hunk}>
                    {hunk.map((line) => (
                      <Line key={`${line.old ?? ""} ${line.new ?? ""}`} line={line} />
                    ))}
                  </ol>
                ))}
              </div>
            ))
          )
        }
      </Region>
    </section>
  );
}

function Line({ line }: { line: DiffLineView }) {
  const { t } = useTranslation("studio");
  const sign = line.change === "added" ? "+" : line.change === "removed" ? "−" : "";
  const said =
    line.change === "added"
      ? t("version.added")
      : line.change === "removed"
        ? t("version.removed")
        : undefined;
  return (
    <li className={classes.line} data-change={line.change}>
      <span className={classes.number} aria-hidden>
        {line.new ?? line.old}
      </span>
      <span className={classes.sign} role={said && "img"} aria-label={said} aria-hidden={!said}>
        {sign}
      </span>
      <span className={classes.text}>{line.text}</span>
    </li>
  );
}
