import type { EstimateView, Money } from "@/bindings/contract";
import { compareUsd, usdShare } from "@/lib/money";

/** Lengths on the estimate's axis, as shares of its width. */
export type EstimateShape = {
  from: number;
  to: number;
  likely: number;
  /** Where the budget lies; null without one. */
  cap: number | null;
};

/** Where low, most, likely and budget lie on an axis from 0 to the larger of most and budget. */
export function estimateShape(cost: EstimateView["cost_usd"], budget: Money | null): EstimateShape {
  const end = budget !== null && compareUsd(budget, cost.most) > 0 ? budget : cost.most;
  return {
    from: usdShare(cost.low, end),
    to: usdShare(cost.most, end),
    likely: usdShare(cost.likely, end),
    cap: budget === null ? null : usdShare(budget, end),
  };
}
