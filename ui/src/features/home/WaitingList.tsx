import { useTranslation } from "react-i18next";
import type { RunView } from "@/bindings/contract";
import { waitingIn } from "./waiting";
import { WaitingItem } from "./WaitingItem";
import classes from "./WaitingList.module.css";

type Props = { runs: RunView[] };

/** What waits for the person, each with its one button. */
export function WaitingList({ runs }: Props) {
  const { t } = useTranslation(["home", "common"]);
  const items = waitingIn(runs);
  return (
    <section aria-label={t("waiting.title")}>
      <h2 className={classes.title}>{t("waiting.title")}</h2>
      <ul className={classes.list}>
        {items.map((item) => (
          <WaitingItem key={`${item.kind} ${item.run.run}`} item={item} />
        ))}
        {items.length === 0 && <li className={classes.nothing}>{t("waiting.nothing")}</li>}
      </ul>
    </section>
  );
}
