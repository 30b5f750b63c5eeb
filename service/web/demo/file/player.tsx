import type { ReadonlySignal, Signal } from "@preact/signals";
import type { JSX, RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import { PeakTrack } from "#web-kit/audio/loudness.ts";
import { Waveform } from "#web-kit/audio/waveform.tsx";
import { useDemoPage } from "../frame/demo-page.ts";
import { Icon } from "../frame/icon.tsx";
import { clock } from "../transcript/segments.ts";

const BARS = 160;
/** In Hz: enough to draw from, low enough to keep a recording of many minutes in memory. */
const SAMPLE_RATE = 8000;
/** Longer recordings are played without a waveform. */
const MAX_SECONDS = 20 * 60;

interface PlayerProps {
  readonly audio: RefObject<HTMLAudioElement | null>;
  readonly recording: File;
  /** In seconds; not finite where the file does not specify it. */
  readonly duration: number;
  readonly seconds: Signal<number>;
  readonly isPlaying: ReadonlySignal<boolean>;
  readonly onPlay: () => void;
}

/** Plays a recording: a button, and a slider over the waveform. */
export function Player({
  audio,
  recording,
  duration,
  seconds,
  isPlaying,
  onPlay,
}: PlayerProps): JSX.Element {
  const words = useDemoPage().texts.file;
  const toggle = (): void => {
    if (isPlaying.value) audio.current?.pause();
    else onPlay();
  };
  const move = (to: number): void => {
    if (audio.current !== null) audio.current.currentTime = to;
    seconds.value = to;
  };
  const isKnown = Number.isFinite(duration);
  return (
    <div class="player">
      <button
        type="button"
        class="button plain"
        aria-label={isPlaying.value ? words.pause : words.play}
        onClick={toggle}
      >
        <Icon name={isPlaying.value ? "pause" : "play"} />
      </button>
      <div class="player-track">
        <SoundWave recording={recording} duration={duration} seconds={seconds} />
        {isKnown && (
          <input
            type="range"
            aria-label={words.position}
            aria-valuetext={clock(seconds.value)}
            max={duration}
            step="any"
            value={seconds.value}
            onInput={({ currentTarget }) => move(currentTarget.valueAsNumber)}
          />
        )}
      </div>
      <span class="quiet player-time">
        {clock(seconds.value)}
        {isKnown && ` / ${clock(duration)}`}
      </span>
    </div>
  );
}

interface SoundWaveProps extends Pick<PlayerProps, "recording" | "duration"> {
  readonly seconds: ReadonlySignal<number>;
}

function SoundWave({ recording, duration, seconds }: SoundWaveProps): JSX.Element | null {
  const [peaks, setPeaks] = useState<readonly number[]>([]);
  useEffect(() => {
    void peaksOfRecording(recording, duration).then(setPeaks);
  }, [recording, duration]);
  if (peaks.length === 0) return null;
  return <Waveform peaks={peaks} playedShare={seconds.value / duration} />;
}

/** Returns a peak for each bar; none where the recording is too long or the browser cannot decode it. */
async function peaksOfRecording(file: Blob, seconds: number): Promise<readonly number[]> {
  if (!(seconds <= MAX_SECONDS)) return [];
  try {
    const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
    const sound = await context.decodeAudioData(await file.arrayBuffer());
    const track = new PeakTrack(sound.sampleRate, BARS / sound.duration);
    track.add(sound.getChannelData(0));
    return track.peaks.slice(0, BARS);
  } catch {
    return [];
  }
}
