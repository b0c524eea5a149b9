/** The page's colours and type, as ECharts wants them: plain values, not variables. */
export type ChartInk = {
  ink: string;
  ink2: string;
  ink3: string;
  paper: string;
  raised: string;
  rule: string;
  ruleStrong: string;
  grid: string;
  accent: string;
  font: string;
  tip: string;
  onTip: string;
  /** In the order of direction.md; over five is "other". */
  series: string[];
};

/** Reads the variables that hold at an element now. */
export function readChartInk(element: Element): ChartInk {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink: read("--ink"),
    ink2: read("--ink-2"),
    ink3: read("--ink-3"),
    paper: read("--paper"),
    raised: read("--raised"),
    rule: read("--rule"),
    ruleStrong: read("--rule-strong"),
    grid: read("--grid"),
    accent: read("--accent-ink"),
    font: read("--font"),
    tip: read("--tip"),
    onTip: read("--on-tip"),
    series: [1, 2, 3, 4, 5].map((number) => read(`--series-${number}`)),
  };
}
