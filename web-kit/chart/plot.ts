import uPlot from "uplot";
import { type ChartData, type Drawing, isolatedIndexes } from "./chart-data.ts";
import { type ChartLocale, tickLabels } from "./tick-labels.ts";

/** A drawn chart; it follows the size of its element and the theme until it is disposed of. */
export interface Plot {
  setData(data: ChartData): void;
  /** Marks one moment, or none. */
  showCursor(index: number | undefined): void;
  /** Returns which moment lies at a horizontal position of the viewport, in CSS pixels. */
  indexAt(clientX: number): number;
  dispose(): void;
}

export type MakePlot = typeof makePlot;

export interface PlotOptions extends ChartLocale {
  readonly drawnAs: Drawing;
  /** Writes a value with its unit. */
  readonly formatValue: (value: number) => string;
  /** How far apart ticks of the values may be, from small to large; powers of ten and their parts by default. */
  readonly valueSteps?: readonly number[];
}

const dashes: readonly (readonly number[])[] = [[], [6, 3], [2, 3], [10, 3, 2, 3]];

const axisGap = 8;
const timeAxisHeight = 28;
/** The label of a tick at the right edge stands half beyond it. */
const lastLabelSpace = 22;
const tickSpacePixels = 72;

/**
 * Makes a chart of `data` for `element` with uPlot; colours are the custom properties that hold there. What comes back
 * draws it: a slow phone would be kept from answering by both at once.
 */
export function makePlot(element: HTMLElement, data: ChartData, options: PlotOptions): () => Plot {
  const colour = (name: string): string => getComputedStyle(element).getPropertyValue(name).trim();
  let draw: () => void;
  const plot = new uPlot(
    uplotOptions(element, data, options, colour),
    columnsOf(data),
    (made, begin) => {
      element.append(made.root);
      draw = () => begin();
    },
  );
  // The first text on a canvas takes a while.
  widthOf(plot, fontOf(element), ["0"]);
  return () => {
    draw();
    return drawnPlot(element, plot);
  };
}

function drawnPlot(element: HTMLElement, plot: uPlot): Plot {
  const resizing = new ResizeObserver(() => {
    const { width, height } = sizeOf(element);
    // It is called at first too, and would draw everything once more.
    if (width !== plot.width || height !== plot.height) plot.setSize({ width, height });
  });
  resizing.observe(element);
  const theme = matchMedia("(prefers-color-scheme: dark)");
  const redraw = (): void => plot.redraw(true, true);
  theme.addEventListener("change", redraw);
  return {
    setData: (next) => plot.setData(columnsOf(next)),
    showCursor(index) {
      const atMs = index === undefined ? undefined : plot.data[0][index];
      const left = atMs === undefined ? -1 : plot.valToPos(atMs, "x");
      plot.setCursor({ left, top: 0 });
    },
    indexAt: (clientX) => plot.posToIdx(clientX - plot.over.getBoundingClientRect().left),
    dispose() {
      resizing.disconnect();
      theme.removeEventListener("change", redraw);
      plot.destroy();
    },
  };
}

function uplotOptions(
  element: HTMLElement,
  data: ChartData,
  { drawnAs, formatValue, valueSteps, language, zone }: PlotOptions,
  colour: (name: string) => string,
): uPlot.Options {
  const font = fontOf(element);
  const axis = {
    font,
    stroke: () => colour("--quiet"),
    grid: { stroke: () => colour("--line"), width: 1 },
    ticks: { show: false },
  };
  return {
    ...sizeOf(element),
    ms: 1,
    tzDate: (atMs) => (zone === "utc" ? uPlot.tzDate(new Date(atMs), "UTC") : new Date(atMs)),
    legend: { show: false },
    padding: [axisGap, lastLabelSpace, 0, 0],
    cursor: { y: false, drag: { x: false, y: false }, bind: deaf, points: { size: 7 } },
    scales: {
      x: {
        range: ({ data: [atMs] }, from, to) =>
          paddedBy(drawnAs === "bars" ? halfStepMs(atMs) : 0, from, to),
      },
      y: { range: (_, __, maximum) => [0, maximum > 0 ? maximum * 1.08 : 1] },
    },
    series: [{}, ...data.series.map((_, index) => seriesOptions(index, drawnAs, colour))],
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: timeAxisHeight,
        space: tickSpacePixels,
        values: (_, splits, __, ___, apartMs) => tickLabels(splits, apartMs, { language, zone }),
      },
      {
        ...axis,
        size: (plot, values) => widthOf(plot, font, values ?? []) + 2 * axisGap,
        values: (_, splits) => splits.map(formatValue),
        ...(valueSteps && { incrs: [...valueSteps] }),
      },
    ],
  };
}

/** Half of what lies between two moments: so much space the first and the last bar need beyond theirs. */
function halfStepMs([first = 0, second = first]: ArrayLike<number> & Iterable<number>): number {
  return (second - first) / 2;
}

function paddedBy(paddingMs: number, fromMs: number, toMs: number): uPlot.Range.MinMax {
  return [fromMs - paddingMs, toMs + paddingMs];
}

function seriesOptions(
  index: number,
  drawnAs: Drawing,
  colour: (name: string) => string,
): uPlot.Series {
  const tone = (): string => colour(`--chart-${index + 1}`);
  if (drawnAs === "bars") {
    const paths = uPlot.paths.bars?.({ size: [0.7, 48] });
    return { stroke: tone, fill: tone, width: 0, points: { show: false }, ...(paths && { paths }) };
  }
  return {
    stroke: tone,
    width: 2,
    dash: [...(dashes[index] ?? [])],
    points: {
      show: true,
      size: 5,
      fill: tone,
      filter: (plot, seriesIndex) => isolatedIndexes([...(plot.data[seriesIndex] ?? [])]),
    },
  };
}

/** The chart itself hears mouse, finger and keys: one way for all of them. */
const deaf: uPlot.Cursor.Bind = {
  mousedown: () => null,
  mouseup: () => null,
  click: () => null,
  dblclick: () => null,
  mousemove: () => null,
  mouseleave: () => null,
  mouseenter: () => null,
};

function columnsOf({ atMs, series }: ChartData): uPlot.AlignedData {
  return [[...atMs], ...series.map(({ values }) => [...values])];
}

function fontOf(element: HTMLElement): string {
  return `12px ${getComputedStyle(element).fontFamily}`;
}

function sizeOf(element: HTMLElement): { width: number; height: number } {
  return { width: element.clientWidth, height: element.clientHeight };
}

function widthOf({ ctx }: uPlot, font: string, labels: readonly string[]): number {
  ctx.save();
  ctx.font = font;
  const width = Math.max(0, ...labels.map((label) => ctx.measureText(label).width));
  ctx.restore();
  return Math.ceil(width);
}
