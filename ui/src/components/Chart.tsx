import { Button, useMantineColorScheme } from "@mantine/core";
import { useReducedMotion } from "@mantine/hooks";
import { IconChartBar, IconTable } from "@tabler/icons-react";
import { BarChart, LineChart } from "echarts/charts";
import {
  AriaComponent,
  GridComponent,
  MarkLineComponent,
  TooltipComponent,
} from "echarts/components";
import { init, use as register, type EChartsCoreOption } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./Chart.module.css";
import { readChartInk, type ChartInk } from "./chartInk";
import { Table } from "./Table";
import type { TableColumn } from "./TableColumn";

register([
  BarChart,
  LineChart,
  GridComponent,
  TooltipComponent,
  MarkLineComponent,
  AriaComponent,
  SVGRenderer,
]);

type Props<Row> = {
  title: ReactNode;
  /** After the title, lighter: unit and what is stacked. */
  subtitle?: ReactNode;
  /** At the right, before *Show as table*. */
  aside?: ReactNode;
  /** The finding in one sentence, for screen readers. */
  finding: string;
  /** The ECharts option; reads the page's colours so that both themes fit. */
  option: (ink: ChartInk) => EChartsCoreOption;
  /** The same numbers as a table. */
  table: { columns: TableColumn<Row>[]; rows: Row[]; rowKey: (row: Row) => string };
  /** Drawn as a table; the screen owns it so that a key can turn it. */
  asTable: boolean;
  onAsTable: (asTable: boolean) => void;
  height: number;
};

/** A chart with its title, its finding and its table. No entry animation. */
export function Chart<Row>(props: Props<Row>) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const { colorScheme } = useMantineColorScheme();
  const still = useReducedMotion();
  const { option, asTable } = props;
  const [systemDark, setSystemDark] = useState(0);

  // Follows the system's dark mode, which changes the colours without telling React.
  useEffect(() => {
    const query = window.matchMedia("(prefers-color-scheme: dark)");
    const turn = () => setSystemDark((turns) => turns + 1);
    query.addEventListener("change", turn);
    return () => query.removeEventListener("change", turn);
  }, []);

  // ECharts draws into an element of its own and must be told of sizes and removed by hand.
  useEffect(() => {
    const element = frame.current;
    if (!element || asTable) return;
    const chart = init(element, null, { renderer: "svg" });
    chart.setOption({ animation: false, ...option(readChartInk(element)) });
    const observer = new ResizeObserver(() => chart.resize());
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.dispose();
    };
  }, [option, asTable, colorScheme, systemDark, still]);

  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <h2>{props.title}</h2>
        {props.subtitle !== undefined && <span className={classes.subtitle}>{props.subtitle}</span>}
        <span className={classes.aside}>
          {props.aside}
          <Button
            variant="subtle"
            size="sm"
            aria-pressed={asTable}
            leftSection={
              asTable ? (
                <IconChartBar size={14} stroke={1.6} aria-hidden />
              ) : (
                <IconTable size={14} stroke={1.6} aria-hidden />
              )
            }
            onClick={() => props.onAsTable(!asTable)}
          >
            {asTable ? t("do.showChart") : t("do.showTable")}
          </Button>
        </span>
      </figcaption>
      <div className={classes.body} style={{ height: props.height }}>
        {asTable ? (
          <Table label={props.finding} rowHeight={26} {...props.table} />
        ) : (
          <div ref={frame} className={classes.frame} role="img" aria-label={props.finding} />
        )}
      </div>
    </figure>
  );
}
