import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Kbd } from "@/components/Kbd";
import { providerTitle } from "@/lib/providers";
import { useCoreWords } from "@/lib/useCoreWords";
import type { StartBlock } from "./startBlock";
import classes from "./StartButtons.module.css";

type Props = {
  /** Why nothing can start now; null if it can. */
  block: StartBlock | null;
  busy: boolean;
  /** What five rows likely cost; null if nothing. */
  trial: string | null;
  onTry: () => void;
  onStart: () => void;
};

/** The way to start: five rows first, or the whole run; above it, what is still missing. */
export function StartButtons({ block, busy, trial, onTry, onStart }: Props) {
  const { t } = useTranslation("job");
  const core = useCoreWords();
  const off = block !== null || busy;
  return (
    <div>
      <p className={classes.block} role="status">
        {block && words(block)}
        {block?.kind === "no_key" && (
          <>
            {" "}
            <Link to="/settings" search={{ section: "keys", provider: block.provider }}>
              {t("block.toKeys")}
            </Link>
          </>
        )}
      </p>
      <div className={classes.buttons}>
        <Button disabled={off} onClick={onTry}>
          {t("how.try")}
          {trial !== null && !off && <span className={classes.trial}>{trial}</span>}
        </Button>
        <Button
          variant="filled"
          className={classes.start}
          disabled={off}
          onClick={onStart}
          rightSection={
            off ? null : (
              <span className={classes.keys}>
                <Kbd keys="mod+enter" />
              </span>
            )
          }
        >
          {t("how.start")}
        </Button>
      </div>
    </div>
  );

  function words(why: StartBlock): string {
    switch (why.kind) {
      case "missing":
        return t("block.missing", { inputs: why.inputs.join(t("comma")) });
      case "no_key":
        return t("block.no_key", { provider: providerTitle(why.provider) });
      case "skill_problem":
        return t("block.skill_problem", { problem: core(why.problem) });
      case "budget_small":
        return t("block.budget_small");
      case "no_skill":
      case "no_table":
      case "no_rows":
      case "no_address":
      case "no_price":
      case "no_budget":
      case "cap_small":
        return t(`block.${why.kind}`);
    }
  }
}
