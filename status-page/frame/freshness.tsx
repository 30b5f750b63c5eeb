import type { JSX } from "preact";
import type { PageView } from "#status-api/page/page-view.ts";
import { useReader } from "../reader/reader.ts";
import { TEXTS } from "../texts/texts.ts";
import { fill } from "#web-kit/language/texts.ts";

/** Checks run every minute: after three without a word, the data is called old. */
const staleMs = 180_000;

const minuteMs = 60_000;

/** Why what is shown may not be what is. */
export type Staleness = "connectionLost" | "databaseAway" | "stale";

/** Tells whether the data is old, and why; `connectionLost` once the page can no longer refresh itself. */
export function stalenessOf(
  view: Pick<PageView, "dataAtMs" | "databaseAway">,
  nowMs: number,
  isConnectionLost: boolean,
): Staleness | undefined {
  if (isConnectionLost) return "connectionLost";
  if (view.databaseAway) return "databaseAway";
  return nowMs - view.dataAtMs > staleMs ? "stale" : undefined;
}

/** Says that the data is old, how old, and why. */
export function StaleNotice({
  staleness,
  ageMs,
}: {
  staleness: Staleness;
  ageMs: number;
}): JSX.Element {
  const { language, formats } = useReader();
  return (
    <p class="notice" role="status">
      {fill(TEXTS[language].frame.old[staleness], { age: formats.duration(wholeMinutesMs(ageMs)) })}
    </p>
  );
}

/** A text that changes with every second would only unsettle. */
function wholeMinutesMs(ms: number): number {
  return Math.max(minuteMs, Math.floor(ms / minuteMs) * minuteMs);
}
