import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";

/** What a person chose to compare, and the runs that were started for it. */
export type Comparison = { models: string[]; budget: string; runs: string[] };

const EMPTY: Comparison = { models: [], budget: "0.50", runs: [] };

/** The latest comparison of a skill: kept while the window is open, also when its tab is left. */
export function useComparison(skill: string) {
  const client = useQueryClient();
  const queryKey = ["comparison", { skill }];
  const { data = EMPTY } = useQuery<Comparison>({
    queryKey,
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const keep = (part: Partial<Comparison>) => {
    client.setQueryData<Comparison>(queryKey, (known = EMPTY) => ({ ...known, ...part }));
  };
  return { ...data, keep };
}
