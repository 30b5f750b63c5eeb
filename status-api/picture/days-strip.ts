import { type ComponentStatus, worstStatus } from "#monitor/domain/component-status.ts";
import { durationsByDay, worstSeen } from "#monitor/domain/uptime.ts";
import { PICTURE_INNER_WIDTH } from "#web-kit/picture/draw-picture.ts";
import { tokenColour } from "#web-kit/picture/token-colours.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { colourOf } from "./marks.ts";

export const stripDays = 30;

const heightPx = 64;
const gapPx = 8;
const widthPx = (PICTURE_INNER_WIDTH - (stripDays - 1) * gapPx) / stripDays;

/** Where a day's mark is cut, in parts of its height, so that statuses differ without their colours, as on the page. */
const cuts: Readonly<Partial<Record<ComponentStatus, readonly (readonly [number, number])[]>>> = {
  degraded_performance: [[0.44, 0.56]],
  partial_outage: [
    [0.28, 0.38],
    [0.62, 0.72],
  ],
  major_outage: [[0.62, 0.76]],
};

/** Draws the last days, today at the right: each with the worst that any component was in it. */
export function daysStripSvg({ components, window }: Snapshot): string {
  const worst = worstOfDays(components.map(({ intervals }) => durationsByDay(intervals, window)));
  const marks = worst.slice(-stripDays).map((status, index) => {
    const xPx = index * (widthPx + gapPx);
    const opacity = status === "unknown" ? ' opacity="0.35"' : "";
    const gaps = (cuts[status] ?? []).map(([from, to]) =>
      rectangle(xPx, from * heightPx, (to - from) * heightPx, `fill="${tokenColour("card")}"`),
    );
    const mark = rectangle(xPx, 0, heightPx, `rx="5" fill="${colourOf(status)}"${opacity}`);
    return mark + gaps.join("");
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PICTURE_INNER_WIDTH} ${heightPx}">${marks.join("")}</svg>`;
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
  return `<rect x="${xPx}" y="${yPx}" width="${widthPx}" height="${tallPx}" ${attributes}/>`;
}
