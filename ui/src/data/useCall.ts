import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { CallError } from "@/lib/callError";
import { usePlatform } from "@/platform/Platform";
import { inTurn } from "./savesFirst";
import type { ParamsOf, Read, ViewOf } from "./tags";

type Options = {
  /** False: do not ask yet. */
  enabled?: boolean;
  /** True: while new parameters load, the old answer stays on screen (lists that are searched or paged). */
  keepPrevious?: boolean;
};

/** The answer of a reading method, kept fresh by the host's notifications. */
export function useCall<M extends Read>(
  method: M,
  params: ParamsOf<M>,
  options: Options = {},
): UseQueryResult<ViewOf<M>, CallError> {
  const platform = usePlatform();
  return useQuery<ViewOf<M>, CallError>({
    queryKey: [method, params],
    queryFn: () => inTurn(method, params, () => platform.call(method, params)),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious === true ? { placeholderData: keepPreviousData } : {}),
  });
}
