import {
  useMutation,
  useQueryClient,
  type Query,
  type QueryClient,
  type UseMutationResult,
} from "@tanstack/react-query";
import type { CallError } from "@/lib/callError";
import type { Method } from "@/platform/Platform";
import { usePlatform } from "@/platform/Platform";
import { askAgain } from "./askAgain";
import { tagsOf, touchedBy, type Act, type ParamsOf, type ViewOf } from "./tags";

/** A changing method: `const save = useAct("job/save"); save.mutate({ job, name }, { onSuccess })`. */
export function useAct<M extends Act>(
  method: M,
): UseMutationResult<ViewOf<M>, CallError, ParamsOf<M>> {
  const platform = usePlatform();
  const client = useQueryClient();
  return useMutation<ViewOf<M>, CallError, ParamsOf<M>>({
    mutationKey: [method],
    mutationFn: (params) => platform.call(method, params),
    onSuccess: (_view, params) => markStale(client, touchedBy(method, params)),
  });
}

/** Asks again for every answer on screen that carries one of the tags; `*` is all of them. */
export function markStale(client: QueryClient, tags: string[]): void {
  const old = new Set(tags);
  if (old.size === 0) return;
  const predicate = ({ queryKey: [method, params] }: Query) =>
    // Keys are only ever made by `useCall`.
    old.has("*") || tagsOf(method as Method, params).some((tag) => old.has(tag));
  askAgain(client, predicate);
  void client.invalidateQueries({ predicate });
}
