import type { Query, QueryClient } from "@tanstack/react-query";

/**
 * Asks once more for answers that are on their way for the first time. Such an answer may have been made before the
 * change that is being told, and the query library does not start a first question over.
 */
export function askAgain(client: QueryClient, concerns: (query: Query) => boolean): void {
  const onTheWay = client.getQueryCache().findAll({ fetchStatus: "fetching", predicate: concerns });
  for (const query of onTheWay) {
    if (query.state.data !== undefined) continue;
    const again = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    void query.promise?.then(again, () => undefined);
  }
}
