import { useComputed, useSignal, type ReadonlySignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { fill } from "#web-kit/language/texts.ts";
import { soundAlone } from "#web-kit/audio/sound-alone.ts";
import { useDemoPage } from "../frame/demo-page.ts";
import { paintWhile } from "../../frame/paint-while.ts";
import { Player } from "./player.tsx";
import { clock, type Segment, wordAt } from "../transcript/segments.ts";

interface HeardRecordingProps {
  readonly segments: readonly Segment[];
  readonly recording: File;
}

/** A recording and its transcript: the word being played is marked, and clicking a word plays it. */
export function HeardRecording({ segments, recording }: HeardRecordingProps): JSX.Element {
  const { texts, content } = useDemoPage();
  const words = texts.file;
  const hint = content.hasWordTimes ? words.hint : words.hintWithoutWords;
  const audio = useRef<HTMLAudioElement>(null);
  const seconds = useSignal(0);
  const isPlaying = useSignal(false);
  const [duration, setDuration] = useState(0);
  const place = useComputed(() => wordAt(segments, seconds.value));
  const address = useMemo(() => URL.createObjectURL(recording), [recording]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  const [isPlayable, setPlayable] = useState(true);
  const play = (): void => {
    soundAlone(() => audio.current?.pause());
    // A second press before playback has begun rejects the first.
    void audio.current?.play().catch(() => undefined);
  };
  const playFrom = (start: number): void => {
    if (audio.current === null) return;
    audio.current.currentTime = start;
    seconds.value = start;
    play();
  };
  return (
    <>
      {isPlayable && duration > 0 && (
        <Player
          audio={audio}
          recording={recording}
          duration={duration}
          seconds={seconds}
          isPlaying={isPlaying}
          onPlay={play}
        />
      )}
      <audio
        ref={audio}
        src={address}
        onError={() => setPlayable(false)}
        onDurationChange={({ currentTarget }) => setDuration(currentTarget.duration)}
        onTimeUpdate={({ currentTarget }) => (seconds.value = currentTarget.currentTime)}
        onPlay={({ currentTarget }) => {
          isPlaying.value = true;
          paintWhile(() => {
            seconds.value = currentTarget.currentTime;
            return !currentTarget.paused;
          });
        }}
        onPause={() => (isPlaying.value = false)}
      />
      <p class="quiet">{isPlayable ? hint : words.unplayable}</p>
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

interface SegmentLineProps {
  readonly segment: Segment;
  readonly index: number;
  readonly place: ReadonlySignal<ReturnType<typeof wordAt>>;
  readonly onPlay: ((seconds: number) => void) | undefined;
}

/** A segment that can be played: by keyboard and screen reader from its time, by pointer also from its words. */
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
