import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import type { Sight } from "./sight";

/** WebKit allows a hundred changes of the address in half a minute; a person at the keys is faster. */
const SETTLED_MS = 900;

/** Keeps the row in view in the address, once the person rests on it. */
export function useAddress(run: string, task: number | null, { show, order }: Sight): void {
  const navigate = useNavigate();
  const { history } = useRouter();
  // Follows the window's address, which is outside of React and slow to change.
  useEffect(() => {
    if (task === null) return;
    const timer = setTimeout(() => {
      // The person is on the way to another screen, which may still be loading: they are not called back.
      if (history.location.pathname !== `/review/${run}`) return;
      void navigate({
        to: "/review/$run",
        params: { run },
        search: {
          task,
          ...(show === "needs_review" ? {} : { filter: show }),
          ...(order === "file" ? {} : { order }),
        },
        replace: true,
      });
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [navigate, history, run, task, show, order]);
}
