import { DAY_MS, MINUTE_MS } from "#units/time.ts";
import type { JSX, Ref } from "preact";
import type { ComponentView, DayView } from "#status-api/page/page-view-component.ts";
import type { StatusEventView } from "#status-api/page/page-view-status-event.ts";
import { statusEventPath } from "#monitor/domain/page-paths.ts";
import { incidentsOfDay } from "./day-incidents.ts";
import { durationsByWeight } from "./day-words.ts";
import { Span } from "../reader/moment.tsx";
import { useReader } from "../reader/reader.ts";
import { StatusMark } from "../status/status-mark.tsx";
import { fill } from "#web-kit/language/texts.ts";
import { endOf } from "#monitor/domain/status-event.ts";

interface DayPanelProps {
  readonly id: string;
  /** Receives the panel's element. */
  readonly panel: Ref<HTMLElement>;
  readonly day: DayView;
  /** The index of the day, from 0, and the number of days. */
  readonly index: number;
  readonly count: number;
  readonly component: ComponentView;
  readonly incidents: readonly StatusEventView[];
  /** Shows another day. */
  readonly onMove: (index: number) => void;
  readonly onClose: () => void;
}

/** Shows one UTC day of a component: hour by hour, time by status, coverage, incidents. */
export function DayPanel(props: DayPanelProps): JSX.Element {
  const { id, panel, day, index, count, component, incidents, onMove, onClose } = props;
  const { texts, formats, language } = useReader();
  const fromMs = Date.parse(day.date);
  const happened = incidentsOfDay(incidents, fromMs);
  return (
    <section
      class="panel"
      ref={panel}
      id={id}
      aria-label={`${component.name[language]}, ${formats.dayLong(day.date)}`}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <header>
        <h4>
          {formats.dayLong(day.date)} <small class="quiet">UTC</small>
        </h4>
        <div class="panel-buttons">
          <PanelButton
            label={texts.previousDay}
            sign="‹"
            disabled={index === 0}
            onClick={() => onMove(index - 1)}
          />
          <PanelButton
            label={texts.nextDay}
            sign="›"
            disabled={index === count - 1}
            onClick={() => onMove(index + 1)}
          />
          <PanelButton label={texts.closeDay} sign="×" onClick={onClose} />
        </div>
      </header>
      <input
        class="day-slider"
        type="range"
        aria-label={texts.chooseDay}
        aria-valuetext={formats.dayLong(day.date)}
        min={0}
        max={count - 1}
        value={index}
        onInput={({ currentTarget }) => onMove(currentTarget.valueAsNumber)}
      />
      <DayTimeline fromMs={fromMs} intervals={component.intervals} />
      <DayTimes day={day} />
      <DayTroubles fromMs={fromMs} component={component} />
      {happened.length > 0 && (
        <>
          <h5>{texts.dayIncidents}</h5>
          <ul class="day-incidents">
            {happened.map((incident) => (
              <li key={incident.id}>
                <a href={statusEventPath(incident.id)}>{incident.name[language]}</a>{" "}
                <Span fromMs={incident.startedAtMs} toMs={endOf(incident)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function PanelButton(props: {
  readonly label: string;
  readonly sign: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}): JSX.Element {
  const { label, sign, disabled = false, onClick } = props;
  return (
    <button aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      {sign}
    </button>
  );
}

/** Draws the day from midnight to midnight UTC; nothing is drawn where nothing is known. */
function DayTimeline({
  fromMs,
  intervals,
}: {
  fromMs: number;
  intervals: ComponentView["intervals"];
}): JSX.Element {
  const { texts, formats } = useReader();
  const minutesOf = (atMs: number): number =>
    (Math.min(Math.max(atMs, fromMs), fromMs + DAY_MS) - fromMs) / MINUTE_MS;
  const hours = [0, 6, 12, 18, 24];
  return (
    <figure class="timeline" aria-label={texts.dayTimeline}>
      <svg viewBox="0 0 1440 24" preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" width="1440" height="24" />
        {intervals
          .filter((interval) => interval.fromMs < fromMs + DAY_MS && interval.toMs > fromMs)
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
          <span key={hour}>{formats.hour(hour)}</span>
        ))}
      </figcaption>
    </figure>
  );
}

function DayTimes({ day }: { day: DayView }): JSX.Element {
  const { texts, formats } = useReader();
  const times = durationsByWeight(day.durationsMs);
  const lengthMs = times.reduce((sum, { ms }) => sum + ms, 0);
  const observedMs = lengthMs - (day.durationsMs.unknown ?? 0);
  if (observedMs === 0) return <p class="quiet">{texts.notObserved}</p>;
  const coverage = Math.floor((observedMs / lengthMs) * 1000) / 10;
  return (
    <>
      <ul class="day-times">
        {times.map(({ status, ms }) => (
          <li key={status}>
            <StatusMark status={status} />
            {texts.component[status]}
            <strong>{formats.duration(ms)}</strong>
          </li>
        ))}
      </ul>
      <p class="quiet">
        {fill(texts.observedPart, {
          observed: formats.duration(observedMs),
          length: formats.duration(lengthMs),
          percent: formats.percent(coverage),
        })}
      </p>
    </>
  );
}

/** Maximum number of problems of a day that are listed; a day with more shows only its sums. */
const MAXIMUM_TROUBLES = 12;

function DayTroubles({
  fromMs,
  component,
}: {
  fromMs: number;
  component: ComponentView;
}): JSX.Element | null {
  const { texts } = useReader();
  const troubles = component.intervals
    .filter((interval) => interval.fromMs < fromMs + DAY_MS && interval.toMs > fromMs)
    .filter(({ status }) => status !== "operational" && status !== "unknown");
  if (troubles.length === 0 || troubles.length > MAXIMUM_TROUBLES) return null;
  const newest = component.intervals.at(-1);
  return (
    <ul class="day-troubles">
      {troubles.map((interval) => (
        <li key={interval.fromMs}>
          <StatusMark status={interval.status} />
          {texts.component[interval.status]}{" "}
          <Span fromMs={interval.fromMs} toMs={interval === newest ? null : interval.toMs} />
        </li>
      ))}
    </ul>
  );
}
