import type { JSX } from "preact";
import { meterShare } from "./loudness.ts";

/** About -1 dBFS, from which on a recording is distorted. */
const TOO_LOUD = 0.89;

/** Shows how loud it is at the moment, `peak` from 0 to 1; screen readers pass over it. */
export function LevelMeter({ peak }: { readonly peak: number }): JSX.Element {
  return (
    <svg
      class={peak >= TOO_LOUD ? "level-meter too-loud" : "level-meter"}
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect class="level" width={(meterShare(peak) * 100).toFixed(1)} height="6" />
    </svg>
  );
}
