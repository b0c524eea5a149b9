import {
  useMutation,
  useQueryClient,
  type Query,
  type QueryClient,
  type UseMutationResult,
} from "@tanstack/react-query";
import { callErrorOf, type CallError } from "@/lib/callError";
import type { Method } from "@/platform/Platform";
import { usePlatform } from "@/platform/Platform";
import { askAgain } from "./askAgain";
import { tagsOf, touchedBy, type Act, type ParamsOf, type ViewOf } from "./tags";

/** What to do when a change is done; each is called also if the component that asked has left the screen. */
type Then<View> = {
  onSuccess?: (view: View) => void;
  onError?: (error: CallError) => void;
  onSettled?: () => void;
};

/** A change that can be asked for, and how the latest one went. */
type Asking<M extends Act> = OmitEach<
  UseMutationResult<ViewOf<M>, CallError, ParamsOf<M>>,
  "mutate" | "mutateAsync"
> & {
  mutate: (params: ParamsOf<M>, then?: Then<ViewOf<M>>) => void;
  mutateAsync: (params: ParamsOf<M>) => Promise<ViewOf<M>>;
};

/** `Omit` for each part of a union, so that `isPending` still tells whether there are variables. */
type OmitEach<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** A changing method: `const save = useAct("job/save"); save.mutate({ job, name }, { onSuccess })`. */
export function useAct<M extends Act>(method: M): Asking<M> {
  const platform = usePlatform();
  const client = useQueryClient();
  const mutation = useMutation<ViewOf<M>, CallError, ParamsOf<M>>({
    mutationKey: [method],
    mutationFn: (params) => platform.call(method, params),
    onSuccess: (_view, params) => markStale(client, touchedBy(method, params)),
  });
  // The library forgets callbacks given to `mutate` when the component leaves; a promise keeps them.
  const mutate = (params: ParamsOf<M>, then: Then<ViewOf<M>> = {}) => {
    mutation
      .mutateAsync(params)
      .then(
        (view) => then.onSuccess?.(view),
        (error: unknown) => then.onError?.(callErrorOf(error)),
      )
      .finally(() => then.onSettled?.());
  };
  return { ...mutation, mutate };
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
