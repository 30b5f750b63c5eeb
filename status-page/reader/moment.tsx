import type { JSX } from "preact";
import { useReader, useTexts } from "./reader.ts";
import { relativeTime } from "./relative-time.ts";

/** The forms of a moment: with its day, or its time alone. */
export type MomentForm = "dateTime" | "time";

/**
 * Shows a moment in the reader's zone; pointing at it, focusing it or touching it shows it in UTC. The server, which knows no
 * zone, says its form too, for the console's script.
 */
export function Moment({
  atMs,
  as = "dateTime",
  text,
}: {
  atMs: number;
  as?: MomentForm;
  /** The time as written in a sentence; by default it is formatted on its own. */
  text?: string;
}): JSX.Element {
  const { formats } = useReader();
  return (
    <time
      dateTime={new Date(atMs).toISOString()}
      title={formats.utc(atMs)}
      data-form={formats.zone === "utc" && text === undefined ? as : undefined}
      tabIndex={formats.zone === "local" ? 0 : undefined}
    >
      {text ?? formats[as](atMs)}
    </time>
  );
}

/** Shows a moment, and on a live page how long ago it is or how far ahead. */
export function MomentFromNow({ atMs }: { atMs: number }): JSX.Element {
  const { formats, nowMs } = useReader();
  const texts = useTexts("frame");
  return (
    <>
      <Moment atMs={atMs} />
      {nowMs !== null && (
        <>
          {" "}
          <span class="from-now">· {relativeTime(atMs, nowMs, texts, formats)}</span>
        </>
      )}
    </>
  );
}

/** Shows the start, end and duration of something; without an end it is ongoing. */
export function Span({ fromMs, toMs }: { fromMs: number; toMs: number | null }): JSX.Element {
  const { texts, formats } = useReader();
  if (toMs === null) {
    return (
      <span class="quiet">
        <Moment atMs={fromMs} /> – {texts.ongoing}
      </span>
    );
  }
  return (
    <span class="quiet">
      <Range fromMs={fromMs} toMs={toMs} />{" "}
      <span class="lasted">({formats.duration(toMs - fromMs)})</span>
    </span>
  );
}

/** Shows a start and an end, which has no date where the start has the same. */
export function Range({ fromMs, toMs }: { fromMs: number; toMs: number }): JSX.Element {
  const { formats } = useReader();
  const isOneDay = formats.dateKey(fromMs) === formats.dateKey(toMs);
  return (
    <>
      <Moment atMs={fromMs} /> – <Moment atMs={toMs} as={isOneDay ? "time" : "dateTime"} />
    </>
  );
}
