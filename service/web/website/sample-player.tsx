import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { callApi } from "#web-kit/api/call-api.ts";
import { Waveform } from "#web-kit/audio/waveform.tsx";
import { fill } from "#web-kit/language/texts.ts";
import { writeNumber } from "#web-kit/locale/numbers.ts";
import { paintWhile } from "../frame/paint-while.ts";
import { useReady } from "../frame/use-ready.ts";
import { withToken } from "../session/demo-session.ts";
import type { WebsiteTexts } from "../texts/texts.ts";
import clip from "./merhaba.mp3?url";
import sample from "./sample.json" with { type: "json" };

/** Squared, so that syllables stand out. */
const PEAKS = sample.peaks.map((peak) => peak * peak);

/** The sample: its waveform, and its words, which are highlighted as they are spoken. */
export function HeroSample({ texts }: { readonly texts: WebsiteTexts }) {
  const audio = useRef<HTMLAudioElement>(null);
  const isReady = useReady();
  const isPlaying = useSignal(false);
  const seconds = useSignal(0);
  const onPlay = (): void => {
    isPlaying.value = true;
    paintWhile(() => {
      if (audio.current === null || audio.current.paused) return false;
      seconds.value = audio.current.currentTime;
      return true;
    });
  };
  const seek = (share: number): void => {
    if (audio.current === null) return;
    audio.current.currentTime = share * sample.durationSeconds;
    seconds.value = audio.current.currentTime;
  };
  return (
    <>
      <Waveform
        peaks={PEAKS}
        playedShare={seconds.value / sample.durationSeconds}
        {...(isReady && { onSeek: seek })}
      />
      <p class="sample-words" lang="tr">
        {sample.words.map(({ word, start, end }) => (
          <span
            key={word}
            class={seconds.value >= start && seconds.value < end ? "said now" : undefined}
          >
            {word}{" "}
            <small aria-hidden="true">
              {writeNumber(texts.language, start, { min: 1, max: 1 })}
            </small>
          </span>
        ))}
      </p>
      <div class="sample-controls">
        <audio
          ref={audio}
          src={clip}
          preload="none"
          controls={!isReady}
          aria-label={texts.audioLabel}
          onPlay={onPlay}
          onPause={() => (isPlaying.value = false)}
          onEnded={() => (seconds.value = 0)}
        />
        <button
          type="button"
          class="button hero-play"
          disabled={!isReady}
          onClick={() => void (isPlaying.value ? audio.current?.pause() : audio.current?.play())}
        >
          {isPlaying.value ? texts.pause : texts.play}
        </button>
        <TranscribeAgain texts={texts} isReady={isReady} />
      </div>
    </>
  );
}

interface TranscribeAgainProps {
  readonly texts: WebsiteTexts;
  readonly isReady: boolean;
}

/** A button that transcribes the sample again, in a demo session. */
function TranscribeAgain({ texts, isReady }: TranscribeAgainProps) {
  const isBusy = useSignal(false);
  const outcome = useSignal<ComponentChildren>("");
  const run = async (): Promise<void> => {
    isBusy.value = true;
    outcome.value = "";
    outcome.value = await transcript(texts).catch(() => texts.failed);
    isBusy.value = false;
  };
  return (
    <>
      <button
        type="button"
        class="button plain"
        disabled={!isReady || isBusy.value}
        onClick={() => void run()}
      >
        {isBusy.value ? texts.againBusy : texts.again}
      </button>
      <p class="sample-again" role="status">
        {outcome.value}
      </p>
    </>
  );
}

async function transcript(texts: WebsiteTexts): Promise<ComponentChildren> {
  const body = new FormData();
  body.append("model", "transcribe-1");
  body.append("file", await (await callApi(clip)).blob(), "merhaba.mp3");
  return withToken(async (token) => {
    const startedAtMs = performance.now();
    const headers = { authorization: `Bearer ${token}` };
    const answer = await callApi("/v1/audio/transcriptions", { method: "POST", headers, body });
    const { text } = (await answer.json()) as { readonly text: string };
    const ms = Math.round(performance.now() - startedAtMs);
    return (
      <>
        <span class="quiet">{fill(texts.againDone, { ms })}</span> <span lang="tr">{text}</span>
      </>
    );
  });
}
