import type { JSX } from "preact";

const BAR_WIDTH = 3;
const HEIGHT = 64;
/** Space above and below for the round ends of bars. */
const MARGIN = 2;
/** The height of a bar for silence, so that a waveform is never invisible. */
const MIN_HEIGHT = 1;
/** Raises quiet sound a little; 1 would draw amplitudes as they are. */
const GAMMA = 0.8;

interface WaveformProps {
  /** Amplitudes from 0 to 1, a bar each. */
  readonly peaks: readonly number[];
  /** The number of bars that fit, by default as many as peaks; the rest stays empty at the end. */
  readonly room?: number;
  /** The share of the bars, from 0 to 1, that was played. */
  readonly playedShare?: number;
  /** Called with the position of a click, a share from 0 to 1; not operable by keyboard. */
  readonly onSeek?: (share: number) => void;
}

/** Draws the loudness of a sound over time; hidden from screen readers. */
export function Waveform(props: WaveformProps): JSX.Element {
  const { peaks, room = peaks.length, playedShare = 0, onSeek } = props;
  const bars = Math.max(1, room);
  const played = Math.round(playedShare * peaks.length);
  const seek = (event: PointerEvent): void => {
    if (!(event.currentTarget instanceof Element)) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onSeek?.(Math.max(0, Math.min(1, (event.clientX - left) / width)));
  };
  return (
    <svg
      class={onSeek === undefined ? "waveform" : "waveform seekable"}
      viewBox={`0 0 ${bars * BAR_WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      onPointerDown={seek}
    >
      <path class="played" d={barsPath(peaks, 0, played)} />
      <path class="ahead" d={barsPath(peaks, played, peaks.length)} />
    </svg>
  );
}

function barsPath(peaks: readonly number[], from: number, until: number): string {
  return peaks
    .slice(from, until)
    .map((peak, at) => {
      const height = Math.max(MIN_HEIGHT, Math.min(1, peak) ** GAMMA * (HEIGHT - 2 * MARGIN));
      const x = (from + at + 0.5) * BAR_WIDTH;
      return `M${x} ${((HEIGHT - height) / 2).toFixed(1)}v${height.toFixed(1)}`;
    })
    .join("");
}
