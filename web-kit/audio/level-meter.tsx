import type { JSX } from "preact";
import { meterShare } from "./loudness.ts";

/** Below it a speaker is too far away, from -1 dBFS on too near. */
const TOO_LOUD = 0.89;

/** Shows how loud it is at the moment, `peak` from 0 to 1; to be looked at alone. */
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
