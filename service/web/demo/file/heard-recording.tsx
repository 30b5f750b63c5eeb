import { useComputed, useSignal, type ReadonlySignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { PeakTrack } from "#web-kit/audio/loudness.ts";
import { Waveform } from "#web-kit/audio/waveform.tsx";
import { fill } from "#web-kit/language/texts.ts";
import { useDemoPage } from "../frame/demo-page.ts";
import { paintWhile } from "../../frame/paint-while.ts";
import { clock, type Segment, wordAt } from "../transcript/segments.ts";

const BARS = 160;
/** Enough to draw from; few enough to keep a recording of many minutes in memory. */
const SAMPLE_RATE = 8000;
/** Longer recordings are played without a waveform. */
const MOST_SECONDS = 20 * 60;

interface HeardRecordingProps {
  readonly segments: readonly Segment[];
  readonly recording: File;
}

/** A recording and its transcript: what is heard is marked, and what is pressed is heard. */
export function HeardRecording({ segments, recording }: HeardRecordingProps): JSX.Element {
  const words = useDemoPage().texts.file;
  const audio = useRef<HTMLAudioElement>(null);
  const seconds = useSignal(0);
  const [duration, setDuration] = useState(0);
  const place = useComputed(() => wordAt(segments, seconds.value));
  const address = useMemo(() => URL.createObjectURL(recording), [recording]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  const [isPlayable, setPlayable] = useState(true);
  const playFrom = (start: number): void => {
    if (audio.current === null) return;
    audio.current.currentTime = start;
    seconds.value = start;
    // A second press before playing has begun rejects the first.
    void audio.current.play().catch(() => undefined);
  };
  return (
    <>
      {isPlayable && duration > 0 && (
        <SoundWave recording={recording} duration={duration} seconds={seconds} onSeek={playFrom} />
      )}
      <audio
        ref={audio}
        controls
        hidden={!isPlayable}
        src={address}
        onError={() => setPlayable(false)}
        onLoadedMetadata={({ currentTarget }) => setDuration(currentTarget.duration)}
        onTimeUpdate={({ currentTarget }) => (seconds.value = currentTarget.currentTime)}
        onPlay={({ currentTarget }) =>
          paintWhile(() => {
            seconds.value = currentTarget.currentTime;
            return !currentTarget.paused;
          })
        }
      />
      <p class="quiet">{isPlayable ? words.hint : words.unplayable}</p>
      <div class="transcript" role="region" aria-label={words.transcript} tabIndex={0}>
        <ol>
          {segments.map((segment, index) => (
            <SegmentLine
              key={segment.start}
              segment={segment}
              index={index}
              place={place}
              onPlay={isPlayable ? playFrom : undefined}
            />
          ))}
        </ol>
      </div>
    </>
  );
}

interface SoundWaveProps {
  readonly recording: File;
  /** Seconds. */
  readonly duration: number;
  readonly seconds: ReadonlySignal<number>;
  readonly onSeek: (seconds: number) => void;
}

function SoundWave(props: SoundWaveProps): JSX.Element | null {
  const { recording, duration, seconds, onSeek } = props;
  const [peaks, setPeaks] = useState<readonly number[]>([]);
  useEffect(() => {
    void peaksOfRecording(recording, duration).then(setPeaks);
  }, [recording, duration]);
  if (peaks.length === 0) return null;
  return (
    <Waveform
      peaks={peaks}
      playedShare={seconds.value / duration}
      onSeek={(share) => onSeek(share * duration)}
    />
  );
}

/** Returns a peak for each bar; none where the recording is too long or the browser cannot decode it. */
async function peaksOfRecording(file: Blob, seconds: number): Promise<readonly number[]> {
  if (!(seconds <= MOST_SECONDS)) return [];
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

interface SegmentLineProps {
  readonly segment: Segment;
  readonly index: number;
  readonly place: ReadonlySignal<ReturnType<typeof wordAt>>;
  readonly onPlay: ((seconds: number) => void) | undefined;
}

/** A segment that plays: keys and screen readers use its time, the pointer also its words. */
function SegmentLine({ segment, index, place, onPlay }: SegmentLineProps): JSX.Element {
  const { texts } = useDemoPage();
  const current = useComputed(() =>
    place.value?.segment === index ? place.value.word : undefined,
  );
  const time = clock(segment.start);
  const playWord = ({ target }: Event): void => {
    const start = target instanceof HTMLElement ? target.dataset["start"] : undefined;
    if (start !== undefined) onPlay?.(Number(start));
  };
  return (
    <li class={current.value === undefined ? undefined : "current"}>
      {onPlay === undefined ? (
        <span class="time">{time}</span>
      ) : (
        <button
          type="button"
          class="time"
          aria-label={fill(texts.file.playFrom, { time })}
          onClick={() => onPlay(segment.start)}
        >
          {time}
        </button>
      )}
      <p lang="tr" class={onPlay === undefined ? undefined : "playable"} onClick={playWord}>
        {segment.words.length === 0
          ? segment.text
          : segment.words.map(({ word, start }, at) => (
              <span key={at}>
                <span data-start={start} class={at === current.value ? "heard" : undefined}>
                  {word}
                </span>{" "}
              </span>
            ))}
      </p>
    </li>
  );
}
