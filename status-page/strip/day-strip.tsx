import type { JSX, TargetedMouseEvent } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ComponentView, DayView } from "#status-api/page/page-view-component.ts";
import type { StatusEventView } from "#status-api/page/page-view-status-event.ts";
import { DayPanel } from "./day-panel.tsx";
import { dayInWords, isPartlyObserved } from "./day-words.ts";
import { historyRowId } from "./history-table.tsx";
import { type HistoryRun, runOf } from "./history-runs.ts";
import { useReader } from "../reader/reader.ts";
import { stepOf } from "./strip-keys.ts";
import { StripTip } from "./strip-tip.tsx";
import { fill } from "#web-kit/language/texts.ts";

interface DayStripProps {
  readonly component: ComponentView;
  /** The incidents that affected this component. */
  readonly incidents: readonly StatusEventView[];
  readonly runs: readonly HistoryRun[];
}

/**
 * Shows 90 days as a strip of marks with a single tab stop: arrow keys move through it, Enter or a click opens a day. A finger
 * need not hit a mark, because the nearest one is taken, and the opened panel has a slider over the days.
 *
 * Where no script runs, each mark is a link to its day's row in the history table.
 */
export function DayStrip({ component, incidents, runs }: DayStripProps): JSX.Element {
  const { texts, formats, language, interactive } = useReader();
  const { id, name, days } = component;
  const strip = useRef<HTMLDivElement>(null);
  const [walked, setWalked] = useState<string | undefined>();
  const [opened, setOpened] = useState<string | undefined>();
  const [pointed, setPointed] = useState<number | undefined>();
  const panel = useRef<HTMLElement>(null);
  const hasOpened = useRef(false);

  // Days shift at midnight, so a day is remembered and found by its date.
  const indexOf = (date: string | undefined): number =>
    date === undefined ? -1 : days.findIndex((day) => day.date === date);
  const walkedIndex = indexOf(walked) >= 0 ? indexOf(walked) : days.length - 1;
  const openedIndex = indexOf(opened);
  const openedDay = days[openedIndex];
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
    hasOpened.current = date !== opened;
  };
  useLayoutEffect(() => {
    if (!hasOpened.current) return;
    hasOpened.current = false;
    panel.current?.scrollIntoView({ block: "nearest" });
  });

  return (
    <>
      <div
        class="strip"
        ref={strip}
        role="group"
        aria-label={fill(texts.strip, { component: name[language] })}
        aria-describedby="strip-help"
        onClick={(event) => {
          event.preventDefault();
          toggle(indexAt(event) ?? nearestIndex(event));
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
        onPointerOver={(event) => event.pointerType !== "touch" && setPointed(indexAt(event))}
        onPointerLeave={() => setPointed(undefined)}
        onFocusIn={(event) => isFocusVisible(event) && setPointed(indexAt(event))}
        onFocusOut={() => setPointed(undefined)}
      >
        {days.map((day, index) => {
          const label = `${formats.day(day.date)}: ${dayInWords(day, texts, formats)}`;
          const run = runOf(runs, day.date);
          return (
            <a
              key={day.date}
              class={classOf(day, index === days.length - 1)}
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
          panel={panel}
          day={openedDay}
          index={openedIndex}
          count={days.length}
          component={component}
          incidents={incidents}
          onMove={(index) => {
            const date = days[index]?.date;
            setWalked(date);
            setOpened(date);
          }}
          onClose={close}
        />
      )}
    </>
  );
}

/** Today is never drawn as partly observed: the rest of it cannot have been observed yet. */
function classOf(day: DayView, isToday: boolean): string {
  return `day ${day.status}${isPartlyObserved(day) && !isToday ? " partly-observed" : ""}`;
}

/** Returns whether the focus came by keyboard: what was clicked or touched needs no tooltip. */
function isFocusVisible({ target }: Event): boolean {
  return target instanceof Element && target.matches(":focus-visible");
}

function indexAt(event: Event): number | undefined {
  const mark = event.target instanceof Element ? event.target.closest("[data-index]") : null;
  const index = mark?.getAttribute("data-index");
  return index === null || index === undefined ? undefined : Number(index);
}

/** Returns the index of the mark nearest to a click on a strip. */
function nearestIndex({
  currentTarget,
  clientX,
  clientY,
}: TargetedMouseEvent<HTMLElement>): number {
  const distances = [...currentTarget.querySelectorAll("[data-index]")].map((mark) => {
    const { left, right, top, bottom } = mark.getBoundingClientRect();
    return Math.hypot(clientX - (left + right) / 2, clientY - (top + bottom) / 2);
  });
  return distances.indexOf(Math.min(...distances));
}

/** Returns the number of marks in a row: on narrow screens the strip has several rows. */
function columnsOf(strip: HTMLElement): number {
  return getComputedStyle(strip).gridTemplateColumns.split(" ").length;
}
