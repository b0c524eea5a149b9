import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorNote } from "./ErrorNote";
import { Loading } from "./Loading";

type Props<View> = {
  /** What `useCall` returned. */
  query: UseQueryResult<View>;
  /** Drawn while loading; left out, `Loading`. */
  loading?: ReactNode;
  children: (view: View) => ReactNode;
};

/** A part of a screen that loads, fails and shows: gives each its place. An old answer stays while a new one fails. */
export function Region<View>({ query, loading, children }: Props<View>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />;
  }
  return loading ?? <Loading />;
}
