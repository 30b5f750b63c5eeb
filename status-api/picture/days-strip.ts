import { type ComponentStatus, worstStatus } from "#monitor/domain/component-status.ts";
import { durationsByDay, worstSeen } from "#monitor/domain/uptime.ts";
import { PICTURE_INNER_WIDTH } from "#web-kit/picture/draw-picture.ts";
import { tokenColour } from "#web-kit/picture/token-colours.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { colourOf } from "./marks.ts";

export const STRIP_DAYS = 30;

const HEIGHT_PX = 64;
const GAP_PX = 8;
const WIDTH_PX = (PICTURE_INNER_WIDTH - (STRIP_DAYS - 1) * GAP_PX) / STRIP_DAYS;

/** The gaps in a day's mark, as fractions of its height, so that statuses differ without colours, as on the page. */
const CUTS: Readonly<Partial<Record<ComponentStatus, readonly (readonly [number, number])[]>>> = {
  degraded_performance: [[0.44, 0.56]],
  partial_outage: [
    [0.28, 0.38],
    [0.62, 0.72],
  ],
  major_outage: [[0.62, 0.76]],
};

/** Returns the last days as SVG, today at the right, each with the worst status of any component. */
export function daysStripSvg({ components, window }: Snapshot): string {
  const worst = worstOfDays(components.map(({ intervals }) => durationsByDay(intervals, window)));
  const marks = worst.slice(-STRIP_DAYS).map((status, index) => {
    const xPx = index * (WIDTH_PX + GAP_PX);
    const opacity = status === "unknown" ? ' opacity="0.35"' : "";
    const gaps = (CUTS[status] ?? []).map(([from, to]) =>
      rectangle(xPx, from * HEIGHT_PX, (to - from) * HEIGHT_PX, `fill="${tokenColour("card")}"`),
    );
    const mark = rectangle(xPx, 0, HEIGHT_PX, `rx="5" fill="${colourOf(status)}"${opacity}`);
    return mark + gaps.join("");
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PICTURE_INNER_WIDTH} ${HEIGHT_PX}">${marks.join("")}</svg>`;
}

function worstOfDays(
  days: readonly ReturnType<typeof durationsByDay>[],
): readonly ComponentStatus[] {
  const [first = []] = days;
  return first.map((_, index) => {
    const seen = days
      .flatMap((ofComponent) => ofComponent[index]?.durationsMs ?? [])
      .map(worstSeen);
    return worstStatus(seen.filter((status) => status !== "unknown"));
  });
}

function rectangle(xPx: number, yPx: number, tallPx: number, attributes: string): string {
  return `<rect x="${xPx}" y="${yPx}" width="${WIDTH_PX}" height="${tallPx}" ${attributes}/>`;
}
