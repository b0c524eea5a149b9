import { useTranslation } from "react-i18next";
import type { RunView } from "@/bindings/contract";
import { useLocale } from "@/lib/Locale";
import { NONE } from "@/lib/money";
import { useLength } from "@/lib/useLength";
import { useNow } from "@/lib/useNow";
import classes from "./TimeLeft.module.css";

type Props = { run: RunView };

/** How long it still takes and when it ends; how long it took once it has ended or waits. */
export function TimeLeft({ run }: Props) {
  const { t } = useTranslation("run");
  const { times } = useLocale();
  const length = useLength();
  const now = useNow();
  const said = () => {
    if (run.state === "running") {
      return run.eta_ms === null
        ? { value: NONE, words: t("time.leftUnknown") }
        : {
            value: length(run.eta_ms),
            words: t("time.left", { time: times.moment(now + run.eta_ms) }),
          };
    }
    return {
      value: length(run.wall_ms),
      words:
        run.ended_at === null
          ? t("time.worked")
          : t("time.took", { time: times.moment(run.ended_at) }),
    };
  };
  const { value, words } = said();
  return (
    <div className={classes.time}>
      <p className={classes.value}>{value}</p>
      <p className={classes.words}>{words}</p>
    </div>
  );
}
