import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./OtherEncodings.module.css";

type Props = {
  /** How sure the encoding is. */
  note: string;
  /** The encoding the file is read in. */
  now: string | null;
  /** True: others are a press away. */
  offered: boolean;
  onChoose: (encoding: string) => void;
};

/** What a table of accounts is mostly in, where it is not clear; the list has the rest. */
const LIKELY = ["utf-8", "gb18030", "big5", "windows-1252"];
/** How many are offered. */
const MOST = 3;

/** How sure the encoding is and, where that is not enough, the likely others. */
export function OtherEncodings({ note, now, offered, onChoose }: Props) {
  const { t } = useTranslation("job");
  return (
    <span className={classes.line}>
      <span>{note}</span>
      {offered &&
        LIKELY.filter((name) => name !== now)
          .slice(0, MOST)
          .map((name) => (
            <UnstyledButton
              key={name}
              className={classes.other}
              aria-label={t("import.readAs", { encoding: name.toUpperCase() })}
              onClick={() => onChoose(name)}
            >
              {name.toUpperCase()}
            </UnstyledButton>
          ))}
    </span>
  );
}
