import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { ComponentView } from "#status-api/page/page-view-component.ts";
import type { StoryView } from "#status-api/page/page-view-story.ts";
import { DayPanel } from "./day-panel.tsx";
import { dayInWords, isPartlyObserved } from "./day-words.ts";
import { historyRowId } from "./history-table.tsx";
import { type HistoryRun, runOf } from "./history-runs.ts";
import { useReader } from "../reader/reader.ts";
import { stepOf } from "./strip-keys.ts";
import { fill } from "#web-kit/language/texts.ts";

interface DayStripProps {
  readonly component: ComponentView;
  /** Those that touched this component. */
  readonly incidents: readonly StoryView[];
  readonly runs: readonly HistoryRun[];
}

/**
 * Shows 90 days as a strip of marks that is one tab stop: arrow keys walk it, Enter or a click opens a day.
 *
 * Where no script runs, each mark is a link to the line of the history table that tells of its day.
 */
export function DayStrip({ component, incidents, runs }: DayStripProps): JSX.Element {
  const { texts, formats, language, interactive } = useReader();
  const { id, name, days } = component;
  const strip = useRef<HTMLDivElement>(null);
  const [walked, setWalked] = useState<string | undefined>();
  const [opened, setOpened] = useState<string | undefined>();
  const [pointed, setPointed] = useState<number | undefined>();

  // Days move on at midnight, so a day is remembered by its date and found by it.
  const indexOf = (date: string | undefined): number =>
    date === undefined ? -1 : days.findIndex((day) => day.date === date);
  const walkedIndex = indexOf(walked) >= 0 ? indexOf(walked) : days.length - 1;
  const openedDay = days[indexOf(opened)];
  const panelId = `${id}-day`;

  const markOf = (index: number): HTMLElement | null | undefined =>
    strip.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
  const walkTo = (index: number): void => {
    const date = days[index]?.date;
    setWalked(date);
    setPointed(index);
    if (opened !== undefined) setOpened(date);
    markOf(index)?.focus();
  };
  const close = (): void => {
    setOpened(undefined);
    markOf(walkedIndex)?.focus();
  };
  const toggle = (index: number): void => {
    const date = days[index]?.date;
    setWalked(date);
    setOpened(date === opened ? undefined : date);
  };

  return (
    <>
      <div
        class="strip"
        ref={strip}
        role="group"
        aria-label={fill(texts.strip, { component: name[language] })}
        aria-describedby="strip-help"
        onClick={(event) => {
          const index = indexAt(event);
          if (index === undefined) return;
          event.preventDefault();
          toggle(index);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") setOpened(undefined);
          const onMark = indexAt(event);
          if (onMark === undefined) return;
          if (event.key === " ") {
            event.preventDefault();
            toggle(onMark);
          }
          const next = stepOf(event, onMark, days.length, columnsOf(event.currentTarget));
          if (next === undefined) return;
          event.preventDefault();
          walkTo(next);
        }}
        onPointerOver={(event) => setPointed(indexAt(event))}
        onPointerLeave={() => setPointed(undefined)}
        onFocusIn={(event) => setPointed(indexAt(event))}
        onFocusOut={() => setPointed(undefined)}
      >
        {days.map((day, index) => {
          const label = `${formats.day(day.date)}: ${dayInWords(day, texts, formats)}`;
          const run = runOf(runs, day.date);
          return (
            <a
              key={day.date}
              class={`day ${day.status}${isPartlyObserved(day) ? " partly-observed" : ""}`}
              data-index={index}
              {...(run === undefined ? {} : { href: `#${historyRowId(id, run)}` })}
              tabIndex={index === walkedIndex ? 0 : -1}
              {...(interactive
                ? {
                    role: "button",
                    "aria-label": label,
                    "aria-expanded": day === openedDay,
                  }
                : { title: label })}
            />
          );
        })}
        {interactive && pointed !== undefined && days[pointed] !== undefined && (
          <StripTip strip={strip.current} index={pointed}>
            <strong>{formats.day(days[pointed].date)}</strong>
            {dayInWords(days[pointed], texts, formats)}
          </StripTip>
        )}
      </div>
      {openedDay !== undefined && (
        <DayPanel
          id={panelId}
          day={openedDay}
          component={component}
          incidents={incidents}
          onStep={(step) => {
            const date = days[indexOf(openedDay.date) + step]?.date;
            if (date === undefined) return;
            setWalked(date);
            setOpened(date);
          }}
          isFirst={openedDay === days[0]}
          isLast={openedDay === days.at(-1)}
          onClose={close}
        />
      )}
    </>
  );
}

/** A tooltip over a mark; it repeats the mark's label, so screen readers need not hear it. */
function StripTip({
  strip,
  index,
  children,
}: {
  strip: HTMLElement | null;
  index: number;
  children: JSX.Element[] | (JSX.Element | string)[];
}): JSX.Element | null {
  const mark = strip?.querySelector<HTMLElement>(`[data-index="${index}"]`);
  if (strip === null || !mark) return null;
  const middle = mark.offsetLeft + mark.offsetWidth / 2;
  const share = middle / strip.offsetWidth;
  return (
    <div
      class="tip"
      aria-hidden="true"
      style={{
        left: `${middle}px`,
        top: `${mark.offsetTop}px`,
        transform: `translate(${-Math.round(share * 100)}%, -100%)`,
      }}
    >
      {children}
    </div>
  );
}

function indexAt(event: Event): number | undefined {
  const mark = event.target instanceof Element ? event.target.closest("[data-index]") : null;
  const index = mark?.getAttribute("data-index");
  return index === null || index === undefined ? undefined : Number(index);
}

/** How many marks stand in a row: on narrow screens the strip has several rows. */
function columnsOf(strip: HTMLElement): number {
  return getComputedStyle(strip).gridTemplateColumns.split(" ").length;
}
