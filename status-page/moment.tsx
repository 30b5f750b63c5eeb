import type { JSX } from "preact";
import { useReader } from "./reader.ts";

/** Shows a moment in the reader's zone, with UTC on hover. */
export function Moment({
  atMs,
  as = "dateTime",
}: {
  atMs: number;
  as?: "dateTime" | "time";
}): JSX.Element {
  const { formats } = useReader();
  return (
    <time dateTime={new Date(atMs).toISOString()} title={formats.utc(atMs)}>
      {formats[as](atMs)}
    </time>
  );
}
