import type { JSX } from "preact";
import { useReader } from "../reader/reader.ts";

/** Shows a duration; a dash where there is none. */
export function Length({ ms }: { ms: number | null }): JSX.Element {
  const { formats } = useReader();
  return <>{ms === null ? "–" : formats.duration(ms)}</>;
}
