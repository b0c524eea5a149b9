/** Every screen, loaded when it is first opened. */
import { lazyRouteComponent } from "@tanstack/react-router";

export const HomeScreen = lazyRouteComponent(
  () => import("@/features/home/HomeScreen"),
  "HomeScreen",
);
export const JobsScreen = lazyRouteComponent(
  () => import("@/features/job/JobsScreen"),
  "JobsScreen",
);
export const JobScreen = lazyRouteComponent(() => import("@/features/job/JobScreen"), "JobScreen");
export const RunsScreen = lazyRouteComponent(
  () => import("@/features/run/RunsScreen"),
  "RunsScreen",
);
export const RunScreen = lazyRouteComponent(() => import("@/features/run/RunScreen"), "RunScreen");
export const ReviewListScreen = lazyRouteComponent(
  () => import("@/features/review/ReviewListScreen"),
  "ReviewListScreen",
);
export const ReviewScreen = lazyRouteComponent(
  () => import("@/features/review/ReviewScreen"),
  "ReviewScreen",
);
export const CorrectionsScreen = lazyRouteComponent(
  () => import("@/features/review/corrections/CorrectionsScreen"),
  "CorrectionsScreen",
);
export const ClosingScreen = lazyRouteComponent(
  () => import("@/features/review/close/ClosingScreen"),
  "ClosingScreen",
);
export const CompareScreen = lazyRouteComponent(
  () => import("@/features/compare/CompareScreen"),
  "CompareScreen",
);
export const MergeScreen = lazyRouteComponent(
  () => import("@/features/merge/MergeScreen"),
  "MergeScreen",
);
export const CostsScreen = lazyRouteComponent(
  () => import("@/features/costs/CostsScreen"),
  "CostsScreen",
);
export const SkillsScreen = lazyRouteComponent(
  () => import("@/features/skills/SkillsScreen"),
  "SkillsScreen",
);
export const SkillScreen = lazyRouteComponent(
  () => import("@/features/skills/SkillScreen"),
  "SkillScreen",
);
export const StudioScreen = lazyRouteComponent(
  () => import("@/features/skills/studio/StudioScreen"),
  "StudioScreen",
);
export const SettingsScreen = lazyRouteComponent(
  () => import("@/features/settings/SettingsScreen"),
  "SettingsScreen",
);
