import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from "@tanstack/react-router";
import type { TaskFilter } from "@/bindings/contract";
import { Crash } from "./Crash";
import { createHashHistory } from "./hashHistory";
import { NotFound } from "./NotFound";
import { PendingScreen, type Section } from "./PendingScreen";
import { filterIn, taskIn } from "./searchParams";
import {
  ClosingScreen,
  CompareScreen,
  CorrectionsScreen,
  CostsScreen,
  HomeScreen,
  JobScreen,
  JobsScreen,
  MergeScreen,
  ReviewListScreen,
  ReviewScreen,
  RunScreen,
  RunsScreen,
  SettingsScreen,
  SkillScreen,
  SkillsScreen,
  StudioScreen,
} from "./screens";
import { Shell } from "./Shell";

/** A screen whose code is loaded first: the head and the lines of its section stand there until it is. */
function screen(
  component: { preload?: (() => Promise<void> | undefined) | undefined },
  section: Section,
  below = false,
) {
  return {
    loader: async () => {
      await component.preload?.();
    },
    pendingComponent: () => <PendingScreen section={section} below={below} />,
  };
}

const rootRoute = createRootRoute({ component: Shell });
const home = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  ...screen(HomeScreen, "home"),
  component: HomeScreen,
});
const jobs = createRoute({
  getParentRoute: () => rootRoute,
  path: "/jobs",
  /** `new`: the choice of a skill for a new job is open. */
  validateSearch: (search): { new?: true; skill?: string } => ({
    ...(search["new"] ? { new: true } : {}),
    ...(typeof search["skill"] === "string" ? { skill: search["skill"] } : {}),
  }),
  ...screen(JobsScreen, "jobs"),
  component: JobsScreen,
});
const job = createRoute({
  getParentRoute: () => rootRoute,
  path: "/jobs/$job",
  ...screen(JobScreen, "jobs", true),
  component: function JobRoute() {
    const { job: id } = job.useParams();
    return <JobScreen key={id} job={id} />;
  },
});
const runs = createRoute({
  getParentRoute: () => rootRoute,
  path: "/runs",
  ...screen(RunsScreen, "runs"),
  component: RunsScreen,
});
const run = createRoute({
  getParentRoute: () => rootRoute,
  path: "/runs/$run",
  /** `task`: the task whose transcript is open; `filter`: which rows are listed. */
  validateSearch: (search): { task?: number; filter?: TaskFilter } => ({
    ...taskIn(search),
    ...filterIn(search),
  }),
  ...screen(RunScreen, "runs", true),
  component: function RunRoute() {
    const { run: id } = run.useParams();
    return <RunScreen key={id} run={id} />;
  },
});
const reviews = createRoute({
  getParentRoute: () => rootRoute,
  path: "/review",
  ...screen(ReviewListScreen, "review"),
  component: ReviewListScreen,
});
const review = createRoute({
  getParentRoute: () => rootRoute,
  path: "/review/$run",
  /**
   * `task`: the task in view; `filter`: which tasks there are; `order` and `view`: how they are laid out; `ask`: a second
   * opinion is to be asked for.
   */
  validateSearch: (
    search,
  ): {
    task?: number;
    filter?: TaskFilter;
    order?: "risk";
    view?: "table" | "groups";
    ask?: "opinion";
  } => ({
    ...(search["ask"] === "opinion" ? { ask: "opinion" } : {}),
    ...taskIn(search),
    ...filterIn(search),
    ...(search["order"] === "risk" ? { order: "risk" } : {}),
    ...(search["view"] === "table" || search["view"] === "groups" ? { view: search["view"] } : {}),
  }),
  ...screen(ReviewScreen, "review", true),
  component: function ReviewRoute() {
    const { run: id } = review.useParams();
    return <ReviewScreen key={id} run={id} />;
  },
});
const closing = createRoute({
  getParentRoute: () => rootRoute,
  path: "/review/$run/close",
  ...screen(ClosingScreen, "review", true),
  component: function ClosingRoute() {
    const { run: id } = closing.useParams();
    return <ClosingScreen key={id} run={id} />;
  },
});
const corrections = createRoute({
  getParentRoute: () => rootRoute,
  path: "/review/$run/corrections",
  /** `of=job`: those of all runs of the job. */
  validateSearch: (search): { of?: "job" } => (search["of"] === "job" ? { of: "job" } : {}),
  ...screen(CorrectionsScreen, "review", true),
  component: function CorrectionsRoute() {
    const { run: id } = corrections.useParams();
    const { of } = corrections.useSearch();
    return <CorrectionsScreen key={id} run={id} wholeJob={of === "job"} />;
  },
});
const compare = createRoute({
  getParentRoute: () => rootRoute,
  path: "/compare/$run",
  /** `with`: the run it is compared with. */
  validateSearch: (search): { with?: string } =>
    typeof search["with"] === "string" ? { with: search["with"] } : {},
  ...screen(CompareScreen, "runs", true),
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
  ...screen(MergeScreen, "runs", true),
  component: function MergeRoute() {
    const { run: id } = merge.useParams();
    const { document: number } = merge.useSearch();
    return <MergeScreen key={id} run={id} number={number ?? null} />;
  },
});
const costs = createRoute({
  getParentRoute: () => rootRoute,
  path: "/costs",
  ...screen(CostsScreen, "costs"),
  component: CostsScreen,
});
const skills = createRoute({
  getParentRoute: () => rootRoute,
  path: "/skills",
  ...screen(SkillsScreen, "skills"),
  component: SkillsScreen,
});
const skill = createRoute({
  getParentRoute: () => rootRoute,
  path: "/skills/$skill",
  ...screen(SkillScreen, "skills", true),
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
  ...screen(StudioScreen, "skills", true),
  component: function NewSkillRoute() {
    const { copy } = newSkill.useSearch();
    return <StudioScreen key={copy ?? ""} skill={null} copyOf={copy} />;
  },
});
const editSkill = createRoute({
  getParentRoute: () => rootRoute,
  path: "/skills/$skill/edit",
  ...screen(StudioScreen, "skills", true),
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
  ...screen(SettingsScreen, "settings"),
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
  corrections,
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
    // A screen that is there sooner is not announced; one that is announced does not flash by.
    defaultPendingMs: 150,
    defaultPendingMinMs: 200,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
