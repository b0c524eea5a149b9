import { useQueries, useQueryClient } from "@tanstack/react-query";
import { usePlatform } from "@/platform/Platform";
import { inTurn } from "./savesFirst";
import type { ParamsOf, Read, ViewOf } from "./tags";

/** The answers of one reading method to several questions, in their order; `undefined` while one is on its way. */
export function useCalls<M extends Read>(
  method: M,
  params: ParamsOf<M>[],
): (ViewOf<M> | undefined)[] {
  const platform = usePlatform();
  return useQueries({
    queries: params.map((one) => ({
      queryKey: [method, one],
      queryFn: () => inTurn(method, one, () => platform.call(method, one)),
    })),
    combine: answersOf,
  });
}

/** Asks once, outside a drawing: answers from the cache if what it holds is still good. */
export function useAsk<M extends Read>(method: M): (params: ParamsOf<M>) => Promise<ViewOf<M>> {
  const platform = usePlatform();
  const client = useQueryClient();
  return (params) =>
    client.query({
      queryKey: [method, params],
      queryFn: () => inTurn(method, params, () => platform.call(method, params)),
    });
}

function answersOf<View>(results: { data: View | undefined }[]): (View | undefined)[] {
  return results.map((result) => result.data);
}
