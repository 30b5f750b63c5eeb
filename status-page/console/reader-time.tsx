import type { JSX } from "preact";
import { clockTime } from "#monitor/domain/zone-clock.ts";
import type { Formats } from "../reader/formats.ts";
import { useReader } from "../reader/reader.ts";

/** The forms of a moment: with its day, or its time alone. */
export type TimeForm = "dateTime" | "time";

/**
 * Shows a moment in UTC; the console's script shows it in the reader's time zone instead, and in UTC where it is pointed at,
 * focused or touched.
 */
export function ReaderTime({
  atMs,
  as = "dateTime",
}: {
  readonly atMs: number;
  readonly as?: TimeForm;
}): JSX.Element {
  const { formats } = useReader();
  return (
    <time dateTime={new Date(atMs).toISOString()} title={formats.utc(atMs)} data-form={as}>
      {`${formats[as](atMs)} UTC`}
    </time>
  );
}

/** Formats a moment in a time zone: `21 Nov 2026, 17:03`. */
export function zonedTime(formats: Formats, timeZone: string, atMs: number): string {
  // The zone's clock time, treated as UTC, because the server formats times in UTC.
  return formats.dateTime(Date.parse(`${clockTime(timeZone, atMs)}Z`));
}
