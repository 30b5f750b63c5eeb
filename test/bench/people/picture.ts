/** Draws how well models understand people: bars of words wrong, with their intervals, light and dark. */

import type { Interval } from "#service/evaluation/intervals.ts";
import { CONDITION_NAMES, percent } from "./report.ts";
import type { PeopleMeasurement } from "./measure.ts";

const WIDTH = 720;
const PLOT = { left: 220, right: 652 };
const TOP = 64;
const BAR = { height: 18, gap: 6 };
const GROUP_GAP = 22;
const FOOT = 28;
/** Colours that can be told apart, by people who see colours otherwise too (Okabe and Ito's), on light and on dark. */
const COLOURS = [
  { light: "#0072b2", dark: "#56b4e9" },
  { light: "#b35900", dark: "#e69f00" },
  { light: "#00795a", dark: "#2fc79a" },
  { light: "#a3457f", dark: "#dd8fbe" },
];
const GRID_AT = [0, 0.25, 0.5, 0.75, 1];

/** Returns an SVG picture of the words that each model has wrong in each condition. */
export function peoplePicture(measurements: readonly PeopleMeasurement[]): string {
  const names = measurements[0]?.conditions.map(({ name }) => name) ?? [];
  const groupHeight = measurements.length * (BAR.height + BAR.gap) - BAR.gap + GROUP_GAP;
  const bottom = TOP + names.length * groupHeight - GROUP_GAP;
  const bars = names.flatMap((name, group) =>
    measurements.flatMap((one, at) => {
      const y = TOP + group * groupHeight + at * (BAR.height + BAR.gap);
      const row = one.conditions.find((condition) => condition.name === name)?.all;
      return row === undefined ? [] : [bar(at, y, row.wordErrorRatio, row.intervals?.words)];
    }),
  );
  const labels = names.map((name, group) => {
    const y = TOP + group * groupHeight + (groupHeight - GROUP_GAP) / 2;
    return `<text x="${PLOT.left - 12}" y="${y}" class="end middle">${CONDITION_NAMES[name]}</text>`;
  });
  const grid = GRID_AT.map((ratio) => {
    const x = xOf(ratio);
    return `<line x1="${x}" y1="${TOP - 8}" x2="${x}" y2="${bottom + 8}" class="grid"/><text x="${x}" y="${bottom + 24}" class="quiet centre">${100 * ratio} %</text>`;
  });
  let legendX = 24;
  const legend = measurements.map(({ model }, at) => {
    const x = legendX;
    legendX += 36 + 7.5 * model.id.length;
    return `<rect x="${x}" y="36" width="12" height="12" rx="2" class="c${at % COLOURS.length}"/><text x="${x + 18}" y="42" class="middle">${escaped(model.id)}</text>`;
  });
  const height = bottom + FOOT + 12;
  const title = `Words that people say and models transcribe wrong`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${title}">
<style>${style()}</style>
<rect width="${WIDTH}" height="${height}" rx="8" class="ground"/>
<text x="24" y="24" class="title">${title}</text>
${[...legend, ...grid, ...labels, ...bars].join("\n")}
</svg>
`;
}

function bar(colour: number, y: number, ratio: number, interval: Interval | undefined): string {
  const middle = y + BAR.height / 2;
  const end = xOf(ratio);
  const rect = `<rect x="${PLOT.left}" y="${y}" width="${(end - PLOT.left).toFixed(1)}" height="${BAR.height}" rx="2" class="c${colour % COLOURS.length}"/>`;
  const [low, high] = (interval ?? [ratio, ratio]).map(xOf) as [number, number];
  const whisker =
    interval === undefined
      ? ""
      : `<path d="M${low} ${middle}H${high}M${low} ${middle - 4}v8M${high} ${middle - 4}v8" class="whisker"/>`;
  return `${rect}${whisker}<text x="${Math.max(end, high) + 6}" y="${middle}" class="middle">${percent(ratio)}</text>`;
}

/** More wrong than was said ends at the edge. */
function xOf(ratio: number): number {
  return Number((PLOT.left + Math.min(1, ratio) * (PLOT.right - PLOT.left)).toFixed(1));
}

function style(): string {
  const colours = (theme: "light" | "dark") =>
    COLOURS.map((colour, at) => `.c${at}{fill:${colour[theme]}}`).join("");
  const look = (ground: string, ink: string, quiet: string, line: string) =>
    `.ground{fill:${ground}}text{fill:${ink}}.quiet{fill:${quiet}}.grid{stroke:${line}}.whisker{stroke:${ink}}`;
  return [
    "text{font:13px system-ui,sans-serif}.title{font-weight:600}.end{text-anchor:end}.centre{text-anchor:middle}.middle{dominant-baseline:central}.whisker{fill:none;stroke-width:1.5}",
    look("#ffffff", "#1b1f24", "#59636e", "#d8dee4"),
    colours("light"),
    `@media(prefers-color-scheme:dark){${look("#14181d", "#e8edf2", "#9aa4af", "#343b44")}${colours("dark")}}`,
  ].join("");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
