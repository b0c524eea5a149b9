import { reviewKeysOf, type ReviewKeys } from "@/lib/reviewActs";
import { useCall } from "./useCall";

/** Which key does what in a review, as the person chose; the usual keys until that is known. */
export function useReviewKeyMap(): ReviewKeys {
  return reviewKeysOf(useCall("settings/get", {}).data?.keys ?? {});
}
