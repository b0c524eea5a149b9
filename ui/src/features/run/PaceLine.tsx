import { useTranslation } from "react-i18next";
import type { RunView } from "@/bindings/contract";
import { useLocale } from "@/lib/Locale";
import { useLength } from "@/lib/useLength";
import { useNow } from "@/lib/useNow";
import classes from "./PaceLine.module.css";
import { providerOf, providerTitle } from "./providerOf";

const SECOND_MS = 1000;

/**
 * What the provider lets through: a countdown while it wants quiet, else its limits as far as they are known. Before it, that
 * the computer slept meanwhile.
 */
export function PaceLine({ run }: { run: RunView }) {
  const { t } = useTranslation("run");
  const now = useNow();
  const length = useLength();
  const { times } = useLocale();
  const { slept } = run;
  const paused =
    slept === null
      ? ""
      : t("pace.slept", { length: length(slept.ms), time: times.moment(slept.until) });
  const together = (parts: string[]) =>
    parts.reduce((first, second) =>
      first === "" || second === "" ? first + second : t("sentence.two", { first, second }),
    );
  const words = () => {
    const waits = run.waiting_for;
    if (waits !== null && waits.until > now) {
      const seconds = Math.ceil((waits.until - now) / SECOND_MS);
      return t("pace.waiting", { provider: providerTitle(waits.provider), seconds });
    }
    if (run.batch && run.state === "running")
      return t("pace.batch", { provider: providerTitle(providerOf(run.model)) });
    const { pace } = run;
    if (pace === null) return "";
    const provider = providerTitle(pace.provider);
    return together([
      pace.requests_limit !== null && pace.requests_left !== null
        ? t("pace.requests", { provider, limit: pace.requests_limit, left: pace.requests_left })
        : "",
      pace.tokens_limit !== null && pace.tokens_left !== null
        ? t("pace.tokens", { provider, limit: pace.tokens_limit, left: pace.tokens_left })
        : "",
      pace.per_minute === null ? "" : t("pace.learned", { provider, count: pace.per_minute }),
    ]);
  };
  const said = together([paused, words()]);
  return (
    <p className={classes.line} title={said}>
      {said}
    </p>
  );
}
