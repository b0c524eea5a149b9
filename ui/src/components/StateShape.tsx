import type { ReactNode } from "react";
import classes from "./State.module.css";

/** The eight shapes a state can have. */
export type Shape =
  "waiting" | "running" | "done" | "review" | "failed" | "paused" | "practice" | "ended";

const ring = <circle cx="6" cy="6" r="4.6" fill="none" stroke="currentColor" strokeWidth="1.5" />;

const DRAWN: Record<Shape, ReactNode> = {
  waiting: ring,
  running: (
    <>
      {ring}
      <path d="M6 1.4a4.6 4.6 0 0 1 0 9.2z" fill="currentColor" />
    </>
  ),
  done: (
    <path
      d="M1.6 6.6l3 3L10.4 2.8"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  review: (
    <>
      <path
        d="M6 .9L11.1 6 6 11.1.9 6z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <circle cx="6" cy="6" r="1.5" fill="currentColor" />
    </>
  ),
  failed: (
    <>
      <rect x=".6" y=".6" width="10.8" height="10.8" rx="2" fill="currentColor" />
      <path
        d="M3.8 3.8l4.4 4.4M8.2 3.8L3.8 8.2"
        stroke="var(--paper)"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </>
  ),
  paused: <path d="M3 1.5h2v9H3zM7 1.5h2v9H7z" fill="currentColor" />,
  practice: (
    <>
      <rect
        x="1"
        y="1"
        width="10"
        height="10"
        rx="2.4"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.3"
        strokeDasharray="2 1.4"
      />
      <path d="M3 9L9 3" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
    </>
  ),
  ended: <path d="M2 6h8" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />,
};

type Props = { shape: Shape };

/** The 12 px shape of a state, in its colour; silent for screen readers, so a word must stand beside it. */
export function StateShape({ shape }: Props) {
  return (
    <svg className={classes.shape} data-state={shape} viewBox="0 0 12 12" aria-hidden="true">
      {DRAWN[shape]}
    </svg>
  );
}
