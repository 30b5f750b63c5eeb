import type { JSX } from "preact";
import { meterShare } from "./loudness.ts";

/** Each stands for 2 dB. */
const SEGMENTS = 27;
const SEGMENT_WIDTH = 4;
const GAP = 1;
/** First segments of the zones: a voice is loud from -6 dBFS, and distorted from about -1 dBFS. */
const LOUD_FROM = 24;
const TOO_LOUD_FROM = 26;

/** Shows the current amplitude, `peak` from 0 to 1, as a row of lamps; hidden from screen readers. */
export function LevelMeter({ peak }: { readonly peak: number }): JSX.Element {
  const lit = Math.round(meterShare(peak) * SEGMENTS);
  const zones = [
    ["fine", 0, LOUD_FROM],
    ["loud", LOUD_FROM, TOO_LOUD_FROM],
    ["too-loud", TOO_LOUD_FROM, SEGMENTS],
  ] as const;
  return (
    <svg
      class="level-meter"
      viewBox={`0 0 ${SEGMENTS * SEGMENT_WIDTH - GAP} 6`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path class="dark" d={segments(lit, SEGMENTS)} />
      {zones.map(([zone, from, until]) => (
        <path key={zone} class={zone} d={segments(from, Math.min(lit, until))} />
      ))}
    </svg>
  );
}

function segments(from: number, until: number): string {
  return Array.from({ length: Math.max(until - from, 0) }, (_, at) => {
    const x = (from + at) * SEGMENT_WIDTH;
    return `M${x} 0h${SEGMENT_WIDTH - GAP}v6h-${SEGMENT_WIDTH - GAP}z`;
  }).join("");
}
