import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { BlindNext } from "@/bindings/contract";
import { Empty } from "@/components/Empty";
import { Kbd } from "@/components/Kbd";
import { Region } from "@/components/Region";
import { useAct } from "@/data/useAct";
import { useCall } from "@/data/useCall";
import { useShortcuts } from "@/lib/shortcuts";
import classes from "./BlindChoice.module.css";

type Props = { first: string; second: string };
type Choice = "left" | "right" | "tied";

/** Two results of one row, whose they are not said: the person takes the better one with a key. */
export function BlindChoice({ first, second }: Props) {
  const { t } = useTranslation("compare");
  const client = useQueryClient();
  const query = useCall("compare/next", { first, second });
  const pick = useAct("compare/pick");
  const back = useAct("compare/undo");
  const pair = query.data?.pair ?? null;
  const show = (next: BlindNext) => client.setQueryData(["compare/next", { first, second }], next);
  const choose = (choice: Choice) => {
    if (pair === null || pick.isPending) return;
    pick.mutate({ first, second, task: pair.row.first_task, choice }, { onSuccess: show });
  };
  const undo = () => back.mutate({ first, second }, { onSuccess: show });
  useShortcuts(t("title"), [
    { keys: "1", label: t("blind.left"), run: () => choose("left") },
    { keys: "2", label: t("blind.right"), run: () => choose("right") },
    { keys: "0", label: t("blind.tied"), run: () => choose("tied") },
    { keys: "z", label: t("blind.undo"), run: undo },
  ]);
  return (
    <Region query={query}>
      {({ pair: shown }) =>
        shown === null ? (
          <Empty
            title={t("blind.done")}
            action={
              <Button onClick={undo} rightSection={<Kbd keys="z" />}>
                {t("blind.undo")}
              </Button>
            }
          >
            {t("blind.doneText")}
          </Empty>
        ) : (
          <div className={classes.choice}>
            <p className={classes.about}>
              <b>{shown.row.label}</b> {t("blind.more", { count: shown.left })}
            </p>
            <div className={classes.sides}>
              {(["left", "right"] as const).map((side) => (
                <section key={side} aria-label={t(`blind.${side}`)} className={classes.side}>
                  <dl>
                    {shown.fields.map((label, at) => (
                      <div key={label}>
                        <dt>{label}</dt>
                        <dd>
                          {(side === "left"
                            ? shown.row.fields[at]?.first
                            : shown.row.fields[at]?.second) || t("blind.nothing")}
                        </dd>
                      </div>
                    ))}
                  </dl>
                  <Button
                    onClick={() => choose(side)}
                    rightSection={<Kbd keys={side === "left" ? "1" : "2"} />}
                  >
                    {t(`blind.${side}`)}
                  </Button>
                </section>
              ))}
            </div>
            <p className={classes.rest}>
              <Button onClick={() => choose("tied")} rightSection={<Kbd keys="0" />}>
                {t("blind.tied")}
              </Button>
              <Button variant="subtle" onClick={undo} rightSection={<Kbd keys="z" />}>
                {t("blind.undo")}
              </Button>
            </p>
          </div>
        )
      }
    </Region>
  );
}
