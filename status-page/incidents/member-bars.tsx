import type { JSX } from "preact";
import type { MemberBars } from "#status-api/page/page-view-member-bars.ts";
import { worstStatus } from "#monitor/domain/component-status.ts";
import type { StateInterval } from "#monitor/domain/uptime.ts";
import { plural } from "#web-kit/language/texts.ts";
import { componentPath } from "#monitor/domain/page-paths.ts";
import { Moment, Span } from "../reader/moment.tsx";
import type { Formats } from "../reader/formats.ts";
import { Island, useReader, useTexts } from "../reader/reader.ts";
import { StatusMark } from "../status/status-mark.tsx";

/** The width of a bar in the units of its drawing. */
const WIDTH = 1000;
const HEIGHT = 16;
/** Minimum width of a bar, so that a moment of a long incident is still visible. */
const MIN_WIDTH = 4;

/** Draws a bar for each component of an incident on one time axis, with the times at which it was not operational. */
export function MemberBarsSection({ bars }: { bars: MemberBars }): JSX.Element {
  const { language } = useReader();
  const texts = useTexts("incidents");
  return (
    <section class="card member-bars" aria-labelledby="member-bars">
      <h2 id="member-bars">{texts.bars}</h2>
      <Island as="ol">
        {bars.rows.map(({ id, name, intervals }) => (
          <li key={id}>
            <p class="member-name">
              <a href={componentPath(id)}>{name[language]}</a>
              <TroubleWords intervals={intervals} bars={bars} />
            </p>
            <Bar intervals={intervals} bars={bars} />
          </li>
        ))}
      </Island>
      <Axis bars={bars} />
    </section>
  );
}

function Bar({
  intervals,
  bars: { fromMs, toMs },
}: {
  intervals: readonly StateInterval[];
  bars: MemberBars;
}): JSX.Element {
  const { texts, formats } = useReader();
  const placeOf = (atMs: number): number => ((atMs - fromMs) / (toMs - fromMs)) * WIDTH;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width={WIDTH} height={HEIGHT} />
      {intervals
        .filter(({ status }) => status !== "unknown")
        .map((interval) => (
          <rect
            key={interval.fromMs}
            class={interval.status}
            x={placeOf(interval.fromMs)}
            width={Math.max(MIN_WIDTH, placeOf(interval.toMs) - placeOf(interval.fromMs))}
            height={HEIGHT}
          >
            <title>
              {`${texts.component[interval.status]} ${formats.utc(interval.fromMs)} – ${formats.utc(interval.toMs)}`}
            </title>
          </rect>
        ))}
    </svg>
  );
}

/** Says how bad a component was and when; of several times their number and sum. */
function TroubleWords({
  intervals,
  bars,
}: {
  intervals: readonly StateInterval[];
  bars: MemberBars;
}): JSX.Element | null {
  const { texts, formats, language } = useReader();
  const own = useTexts("incidents");
  const times = troubleTimes(intervals);
  const [first] = times;
  if (first === undefined) return null;
  const status = worstStatus(times.map((time) => time.status));
  const lastedMs = times.reduce((sum, time) => sum + time.toMs - time.fromMs, 0);
  const isStill = !bars.isOver && first.toMs === bars.toMs;
  return (
    <span class={`member-times ${status}`}>
      <StatusMark status={status} />
      <strong>{texts.component[status]}</strong>{" "}
      {times.length === 1 ? (
        <TroubleTime fromMs={first.fromMs} toMs={isStill ? null : first.toMs} bars={bars} />
      ) : (
        <span class="quiet">
          {plural(language, own.timesDown, times.length, { duration: formats.duration(lastedMs) })}
        </span>
      )}
    </span>
  );
}

/** Says from when to when something was; by the clock alone where all of the bars are of one day. */
function TroubleTime({
  fromMs,
  toMs,
  bars,
}: {
  fromMs: number;
  toMs: number | null;
  bars: MemberBars;
}): JSX.Element {
  const { texts, formats } = useReader();
  if (!isOfOneDay(bars, formats)) return <Span fromMs={fromMs} toMs={toMs} />;
  return (
    <span class="quiet">
      <Moment atMs={fromMs} as="time" /> –{" "}
      {toMs === null ? (
        texts.ongoing
      ) : (
        <>
          <Moment atMs={toMs} as="time" />{" "}
          <span class="lasted">({formats.duration(toMs - fromMs)})</span>
        </>
      )}
    </span>
  );
}

function isOfOneDay({ fromMs, toMs }: MemberBars, formats: Formats): boolean {
  return formats.dateKey(fromMs) === formats.dateKey(toMs);
}

/** Joins intervals in which a component was not operational and that follow each other, each with its worst status. */
function troubleTimes(intervals: readonly StateInterval[]): StateInterval[] {
  const times: StateInterval[] = [];
  for (const interval of intervals) {
    if (interval.status === "operational" || interval.status === "unknown") continue;
    const before = times.at(-1);
    if (before?.toMs !== interval.fromMs) times.push(interval);
    else {
      const status = worstStatus([before.status, interval.status]);
      times[times.length - 1] = { status, fromMs: before.fromMs, toMs: interval.toMs };
    }
  }
  return times;
}

function Axis({ bars }: { bars: MemberBars }): JSX.Element {
  const { formats } = useReader();
  const texts = useTexts("incidents");
  const { fromMs, toMs, isOver } = bars;
  const as = isOfOneDay(bars, formats) ? "time" : "dateTime";
  return (
    <p class="member-axis quiet">
      <Moment atMs={fromMs} as={as} />
      {isOver ? <Moment atMs={toMs} as={as} /> : <span>{texts.barsEnd}</span>}
    </p>
  );
}
