import { useId, type KeyboardEvent, type ReactNode } from "react";
import { showCount } from "@/lib/numbers";
import classes from "./Tabs.module.css";

/** One part. */
type Tab<V extends string> = {
  value: V;
  label: ReactNode;
  /** How many things are behind it. */
  count?: number;
};

type Props<V extends string> = {
  label: string;
  tabs: Tab<V>[];
  value: V;
  onChange: (value: V) => void;
  /** What the chosen tab shows. */
  children: ReactNode;
};

/** Parts of one thing behind tabs; arrows, Home and End move between them. */
export function Tabs<V extends string>({ label, tabs, value, onChange, children }: Props<V>) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  };
  return (
    <>
      {/* The tabs inside take the focus; the list only listens for the arrows. */}
      {/* eslint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div role="tablist" aria-label={label} className={classes.tabs} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-body`}
            tabIndex={tab.value === value ? 0 : -1}
            className={classes.tab}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className={classes.count}>{showCount(tab.count)}</span>
            )}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-body`}
        aria-labelledby={`${id}-${value}`}
        className={classes.body}
      >
        {children}
      </div>
    </>
  );
}
