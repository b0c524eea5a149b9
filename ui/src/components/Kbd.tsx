import { capsOf, type Keys } from "@/lib/keys";
import classes from "./Kbd.module.css";

type Props = { keys: Keys };

/** The caps of a key, as drawn on buttons and in the overlay. Hidden from screen readers: the button is named. */
export function Kbd({ keys }: Props) {
  const caps = capsOf(keys);
  const parts = keys.includes(" ") ? caps.map((cap) => [cap]) : [caps];
  return (
    <span className={classes.keys} aria-hidden="true">
      {parts.map((part) => (
        <kbd key={part.join("+")} className={classes.kbd}>
          {part.join(part.some((cap) => cap.length > 1) ? "\u2009" : "")}
        </kbd>
      ))}
    </span>
  );
}
