import type { JSX } from "preact";
import type { IntervalView } from "#status-api/page/page-view-component.ts";
import { useReader } from "../reader/reader.ts";

const dayMs = 86_400_000;

/** Draws the day from midnight to midnight UTC; nothing is drawn where nothing is known. */
export function DayTimeline({
  fromMs,
  intervals,
}: {
  fromMs: number;
  intervals: readonly IntervalView[];
}): JSX.Element {
  const { texts, formats } = useReader();
  const minutesOf = (atMs: number): number =>
    (Math.min(Math.max(atMs, fromMs), fromMs + dayMs) - fromMs) / 60_000;
  const hours = [0, 6, 12, 18, 24];
  return (
    <figure class="timeline" aria-label={texts.dayTimeline}>
      <svg viewBox="0 0 1440 24" preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" width="1440" height="24" />
        {intervals
          .filter((interval) => interval.fromMs < fromMs + dayMs && interval.toMs > fromMs)
          .filter(({ status }) => status !== "unknown")
          .map((interval) => (
            <rect
              key={interval.fromMs}
              class={interval.status}
              x={minutesOf(interval.fromMs)}
              width={minutesOf(interval.toMs) - minutesOf(interval.fromMs)}
              height="24"
            >
              <title>
                {`${texts.component[interval.status]} ${formats.utc(interval.fromMs)} – ${formats.utc(interval.toMs)}`}
              </title>
            </rect>
          ))}
      </svg>
      <figcaption class="quiet">
        {hours.map((hour) => (
          <span key={hour}>{`${String(hour).padStart(2, "0")}:00`}</span>
        ))}
      </figcaption>
    </figure>
  );
}
