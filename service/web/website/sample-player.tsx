import { fill } from "#web-kit/language/texts.ts";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Waveform } from "#web-kit/audio/waveform.tsx";
import { callApi } from "#web-kit/api/call-api.ts";
import { withToken } from "../session/call.ts";
import { pageSession } from "../session/demo-session.ts";
import clip from "./merhaba.mp3?url";
import { SAMPLE } from "./sample.ts";
import type { WebsiteTexts } from "../texts/texts.ts";

/** Squared, so that a picture of decibels shows syllables. */
const PEAKS = SAMPLE.peaks.map((peak) => peak * peak);

/** The sample: its waveform, and its words, which light up as they are said. */
export function HeroSample({ texts }: { readonly texts: WebsiteTexts }) {
  const audio = useRef<HTMLAudioElement>(null);
  const hasScript = useSignal(false);
  const isPlaying = useSignal(false);
  const at = useSignal(0);
  useEffect(() => {
    hasScript.value = true;
  }, [hasScript]);
  useFrames(isPlaying.value, () => (at.value = audio.current?.currentTime ?? 0));
  const seek = (share: number): void => {
    if (audio.current === null) return;
    audio.current.currentTime = share * SAMPLE.durationSeconds;
    at.value = audio.current.currentTime;
  };
  return (
    <>
      <Waveform
        peaks={PEAKS}
        playedShare={at.value / SAMPLE.durationSeconds}
        {...(hasScript.value && { onSeek: seek })}
      />
      <p class="sample-words" lang="tr">
        {SAMPLE.words.map(({ word, start, end }) => (
          <span key={word} class={at.value >= start && at.value < end ? "said now" : undefined}>
            {word} <small aria-hidden="true">{start.toFixed(1)}</small>
          </span>
        ))}
      </p>
      <div class="sample-controls">
        <audio
          ref={audio}
          src={clip}
          preload="none"
          controls={!hasScript.value}
          aria-label={texts.audioLabel}
          onPlay={() => (isPlaying.value = true)}
          onPause={() => (isPlaying.value = false)}
          onEnded={() => (at.value = 0)}
        />
        <button
          type="button"
          class="button hero-play"
          disabled={!hasScript.value}
          onClick={() => void (isPlaying.value ? audio.current?.pause() : audio.current?.play())}
        >
          {isPlaying.value ? texts.pause : texts.play}
        </button>
        <TranscribeAgain texts={texts} isReady={hasScript.value} />
      </div>
    </>
  );
}

/** Calls back before every frame while it is active. */
function useFrames(isActive: boolean, onFrame: () => void): void {
  useEffect(() => {
    if (!isActive) return undefined;
    let frame = requestAnimationFrame(function next() {
      onFrame();
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [isActive, onFrame]);
}

type Outcome =
  | { readonly kind: "idle" }
  | { readonly kind: "busy" }
  | { readonly kind: "done"; readonly text: string; readonly ms: number }
  | { readonly kind: "failed" };

/** Lets the service hear the sample once more, in a demo session. */
function TranscribeAgain({
  texts,
  isReady,
}: {
  readonly texts: WebsiteTexts;
  readonly isReady: boolean;
}) {
  const outcome = useSignal<Outcome>({ kind: "idle" });
  const run = async (): Promise<void> => {
    outcome.value = { kind: "busy" };
    try {
      outcome.value = { kind: "done", ...(await transcribed()) };
    } catch {
      outcome.value = { kind: "failed" };
    }
  };
  const now = outcome.value;
  return (
    <>
      <button
        type="button"
        class="button plain"
        disabled={!isReady || now.kind === "busy"}
        onClick={() => void run()}
      >
        {now.kind === "busy" ? texts.againBusy : texts.again}
      </button>
      <p class="sample-again" role="status">
        {now.kind === "done" && (
          <>
            <span class="quiet">{fill(texts.againDone, { ms: now.ms })}</span>{" "}
            <span lang="tr">{now.text}</span>
          </>
        )}
        {now.kind === "failed" && texts.failed}
      </p>
    </>
  );
}

async function transcribed(): Promise<{ readonly text: string; readonly ms: number }> {
  const body = new FormData();
  body.append("model", "transcribe-1");
  body.append("file", await (await callApi(clip)).blob(), "merhaba.mp3");
  return withToken(pageSession(), async (token) => {
    const startedAtMs = performance.now();
    const headers = { authorization: `Bearer ${token}` };
    const answer = await callApi("/v1/audio/transcriptions", { method: "POST", headers, body });
    const { text } = (await answer.json()) as { readonly text: string };
    return { text, ms: Math.round(performance.now() - startedAtMs) };
  });
}
