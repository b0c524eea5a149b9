import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from "@tanstack/react-router";
import { lazy } from "react";
import type { TaskFilter } from "@/bindings/contract";
import { Crash } from "./Crash";
import { createHashHistory } from "./hashHistory";
import { NotFound } from "./NotFound";
import { Shell } from "./Shell";

const HomeScreen = lazy(async () => ({
  default: (await import("@/features/home/HomeScreen")).HomeScreen,
}));
const JobsScreen = lazy(async () => ({
  default: (await import("@/features/job/JobsScreen")).JobsScreen,
}));
const JobScreen = lazy(async () => ({
  default: (await import("@/features/job/JobScreen")).JobScreen,
}));
const RunsScreen = lazy(async () => ({
  default: (await import("@/features/run/RunsScreen")).RunsScreen,
}));
const RunScreen = lazy(async () => ({
  default: (await import("@/features/run/RunScreen")).RunScreen,
}));
const ReviewListScreen = lazy(async () => ({
  default: (await import("@/features/review/ReviewListScreen")).ReviewListScreen,
}));
const ReviewScreen = lazy(async () => ({
  default: (await import("@/features/review/ReviewScreen")).ReviewScreen,
}));
const ClosingScreen = lazy(async () => ({
  default: (await import("@/features/review/close/ClosingScreen")).ClosingScreen,
}));
const CompareScreen = lazy(async () => ({
  default: (await import("@/features/compare/CompareScreen")).CompareScreen,
}));
const MergeScreen = lazy(async () => ({
  default: (await import("@/features/merge/MergeScreen")).MergeScreen,
}));
const CostsScreen = lazy(async () => ({
  default: (await import("@/features/costs/CostsScreen")).CostsScreen,
}));
const SkillsScreen = lazy(async () => ({
  default: (await import("@/features/skills/SkillsScreen")).SkillsScreen,
}));
const SkillScreen = lazy(async () => ({
  default: (await import("@/features/skills/SkillScreen")).SkillScreen,
}));
const StudioScreen = lazy(async () => ({
  default: (await import("@/features/skills/studio/StudioScreen")).StudioScreen,
}));
const SettingsScreen = lazy(async () => ({
  default: (await import("@/features/settings/SettingsScreen")).SettingsScreen,
}));

const rootRoute = createRootRoute({ component: Shell });
const home = createRoute({ getParentRoute: () => rootRoute, path: "/", component: HomeScreen });
const jobs = createRoute({
  getParentRoute: () => rootRoute,
  path: "/jobs",
  /** `new`: the choice of a skill for a new job is open. */
  validateSearch: (search): { new?: true; skill?: string } => ({
    ...(search["new"] ? { new: true } : {}),
    ...(typeof search["skill"] === "string" ? { skill: search["skill"] } : {}),
  }),
  component: JobsScreen,
});
const job = createRoute({
  getParentRoute: () => rootRoute,
  path: "/jobs/$job",
  component: function JobRoute() {
    const { job: id } = job.useParams();
    return <JobScreen key={id} job={id} />;
  },
});
const runs = createRoute({ getParentRoute: () => rootRoute, path: "/runs", component: RunsScreen });
const run = createRoute({
  getParentRoute: () => rootRoute,
  path: "/runs/$run",
  /** `task`: the task whose transcript is open; `filter`: which rows are listed. */
  validateSearch: (search): { task?: number; filter?: TaskFilter } => ({
    ...taskIn(search),
    ...filterIn(search),
  }),
  component: function RunRoute() {
    const { run: id } = run.useParams();
    return <RunScreen key={id} run={id} />;
  },
});
const reviews = createRoute({
  getParentRoute: () => rootRoute,
  path: "/review",
  component: ReviewListScreen,
});
const review = createRoute({
  getParentRoute: () => rootRoute,
  path: "/review/$run",
  /** `task`: the task in view; `filter`: which tasks there are; `order` and `view`: how they are laid out. */
  validateSearch: (
    search,
  ): { task?: number; filter?: TaskFilter; order?: "risk"; view?: "table" | "groups" } => ({
    ...taskIn(search),
    ...filterIn(search),
    ...(search["order"] === "risk" ? { order: "risk" } : {}),
    ...(search["view"] === "table" || search["view"] === "groups" ? { view: search["view"] } : {}),
  }),
  component: function ReviewRoute() {
    const { run: id } = review.useParams();
    return <ReviewScreen key={id} run={id} />;
  },
});
const closing = createRoute({
  getParentRoute: () => rootRoute,
  path: "/review/$run/close",
  component: function ClosingRoute() {
    const { run: id } = closing.useParams();
    return <ClosingScreen key={id} run={id} />;
  },
});
const compare = createRoute({
  getParentRoute: () => rootRoute,
  path: "/compare/$run",
  /** `with`: the run it is compared with. */
  validateSearch: (search): { with?: string } =>
    typeof search["with"] === "string" ? { with: search["with"] } : {},
  component: function CompareRoute() {
    const { run: first } = compare.useParams();
    const { with: second } = compare.useSearch();
    return <CompareScreen key={first} first={first} second={second ?? null} />;
  },
});
const merge = createRoute({
  getParentRoute: () => rootRoute,
  path: "/merge/$run",
  /** `document`: the number of the document in view. */
  validateSearch: (search): { document?: number } => {
    const number = Number(search["document"]);
    return Number.isInteger(number) && number > 0 ? { document: number } : {};
  },
  component: function MergeRoute() {
    const { run: id } = merge.useParams();
    const { document: number } = merge.useSearch();
    return <MergeScreen key={id} run={id} number={number ?? null} />;
  },
});
const costs = createRoute({
  getParentRoute: () => rootRoute,
  path: "/costs",
  component: CostsScreen,
});
const skills = createRoute({
  getParentRoute: () => rootRoute,
  path: "/skills",
  component: SkillsScreen,
});
const skill = createRoute({
  getParentRoute: () => rootRoute,
  path: "/skills/$skill",
  component: function SkillRoute() {
    const { skill: id } = skill.useParams();
    return <SkillScreen key={id} skill={id} />;
  },
});
const newSkill = createRoute({
  getParentRoute: () => rootRoute,
  path: "/skills/new",
  /** `copy`: the skill it begins as a copy of. */
  validateSearch: (search): { copy?: string } =>
    typeof search["copy"] === "string" ? { copy: search["copy"] } : {},
  component: function NewSkillRoute() {
    const { copy } = newSkill.useSearch();
    return <StudioScreen key={copy ?? ""} skill={null} copyOf={copy} />;
  },
});
const editSkill = createRoute({
  getParentRoute: () => rootRoute,
  path: "/skills/$skill/edit",
  component: function EditSkillRoute() {
    const { skill: id } = editSkill.useParams();
    return <StudioScreen key={id} skill={id} />;
  },
});
const settings = createRoute({
  getParentRoute: () => rootRoute,
  path: "/settings",
  /** `section`: which part is open; `provider`: which key. */
  validateSearch: (search): { section?: string; provider?: string } => ({
    ...(typeof search["section"] === "string" ? { section: search["section"] } : {}),
    ...(typeof search["provider"] === "string" ? { provider: search["provider"] } : {}),
  }),
  component: SettingsScreen,
});

const routeTree = rootRoute.addChildren([
  home,
  jobs,
  job,
  runs,
  run,
  reviews,
  review,
  compare,
  closing,
  merge,
  costs,
  skills,
  skill,
  newSkill,
  editSkill,
  settings,
]);

/** The addresses of the window, behind the `#`. */
export function createAppRouter(path?: string) {
  return createRouter({
    routeTree,
    history:
      path === undefined ? createHashHistory() : createMemoryHistory({ initialEntries: [path] }),
    defaultErrorComponent: Crash,
    defaultNotFoundComponent: NotFound,
    defaultPendingMs: 150,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

const FILTERS: TaskFilter[] = [
  "all",
  "needs_review",
  "unjudged",
  "judged",
  "by_rule",
  "by_model",
  "failed",
  "waiting",
  "in_sample",
];

function taskIn(search: Record<string, unknown>): { task?: number } {
  const task = Number(search["task"]);
  return Number.isInteger(task) && task > 0 ? { task } : {};
}

function filterIn(search: Record<string, unknown>): { filter?: TaskFilter } {
  const filter = FILTERS.find((known) => known === search["filter"]);
  return filter ? { filter } : {};
}
