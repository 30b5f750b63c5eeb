import type { Allowance } from "../accounts/allowance.ts";
import { LIMITS } from "../accounts/limits.ts";
import type { AudioDecoder } from "../engine/audio/decoder/audio-decoder.ts";
import { openAudio, type OpenAudio, type Recording } from "../engine/audio/open-audio.ts";
import { Resampler } from "../engine/audio/resampler.ts";
import type { EngineError } from "../engine/engine-error.ts";
import type { RecognisedWord } from "../engine/model.ts";
import type { ModelPool, Slot } from "../engine/pool.ts";
import type { Progress } from "../engine/process/protocol.ts";
import { openRecognition, REPORT_SECONDS } from "../engine/remote-recognition.ts";
import { Refusal } from "./refusal.ts";
import type { TranscriptWord } from "./segments.ts";
import { writtenWords } from "./written-form/written-words.ts";

/** What was heard in a whole recording. */
export interface Transcript {
  readonly words: readonly TranscriptWord[];
  /** Seconds of audio that were decoded. */
  readonly durationSeconds: number;
}

/** Audio sent to the model and not yet decoded: enough to keep it busy, little enough to stay flat in memory. */
const AHEAD_SECONDS = 20;
/** Files up to this length come before longer ones. */
const SHORT_SECONDS = 60;

/**
 * Transcribes a recording, piece by piece.
 *
 * Rejects with AudioError (empty_audio, undecodable_audio), Refusal (audio_too_long), QuotaExceeded, EngineError, or the
 * signal's reason.
 */
export async function transcribe(
  model: ModelPool,
  recording: Recording,
  decoder: AudioDecoder,
  allowance: Allowance,
  signal: AbortSignal,
): Promise<Transcript> {
  const modelRate = model.manifest.sample_rate;
  const audio = await openAudio(recording, decoder, modelRate);
  const { likelySeconds } = audio;
  await allowance.expect(likelySeconds);
  const urgency = likelySeconds <= SHORT_SECONDS ? "short" : "long";
  using slot = await model.admit({ urgency, units: likelySeconds }, signal);
  if (audio.mostSeconds > LIMITS.audioSeconds) await checkLength(audio, signal);
  // Awaited here, so that the place is held until the end.
  return await hear(slot, samplesAt(audio, modelRate, signal), modelRate, allowance, signal);
}

/** Counts what a recording decodes to, without the work of hearing it; throws Refusal. */
async function checkLength(audio: OpenAudio, signal: AbortSignal): Promise<void> {
  let count = 0;
  for await (const samples of audio.read(signal)) {
    count += samples.length;
    if (count > LIMITS.audioSeconds * audio.sampleRate) throw tooLong();
    signal.throwIfAborted();
  }
}

async function hear(
  slot: Slot,
  pieces: AsyncIterable<Float32Array>,
  sampleRate: number,
  allowance: Allowance,
  signal: AbortSignal,
): Promise<Transcript> {
  const hearing = new Hearing();
  using recognition = openRecognition(
    slot,
    { preferred: [], reportSeconds: REPORT_SECONDS.file },
    hearing,
  );
  let sentSeconds = 0;
  for await (const samples of pieces) {
    sentSeconds += samples.length / sampleRate;
    if (sentSeconds > LIMITS.audioSeconds) throw tooLong();
    allowance.advance(sentSeconds);
    recognition.accept(samples);
    await hearing.until(() => sentSeconds - hearing.decodedSeconds <= AHEAD_SECONDS, signal);
  }
  recognition.end();
  await hearing.until(() => hearing.finished, signal);
  const words = writtenWords(hearing.words, { isComplete: true });
  return { words, durationSeconds: sentSeconds };
}

/** The audio at another sample rate. */
async function* samplesAt(
  audio: OpenAudio,
  sampleRate: number,
  signal: AbortSignal,
): AsyncGenerator<Float32Array> {
  const resampler = new Resampler(audio.sampleRate, sampleRate);
  for await (const samples of audio.read(signal)) yield resampler.push(samples);
  yield resampler.end();
}

/** Collects what a recognition reports. */
class Hearing {
  readonly words: RecognisedWord[] = [];
  decodedSeconds = 0;
  finished = false;
  #failure: EngineError | undefined;
  #wake = () => {};

  progress(progress: Progress): void {
    this.words.push(...progress.settled);
    this.decodedSeconds = progress.decodedSeconds;
    this.finished = progress.finished;
    this.#wake();
  }

  failed(error: EngineError): void {
    this.#failure = error;
    this.#wake();
  }

  /** Waits until a condition on what was reported holds. */
  async until(holds: () => boolean, signal: AbortSignal): Promise<void> {
    const onAbort = () => this.#wake();
    signal.addEventListener("abort", onAbort);
    try {
      for (;;) {
        signal.throwIfAborted();
        if (this.#failure !== undefined) throw this.#failure;
        if (holds()) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }
}

function tooLong(): Refusal {
  return new Refusal("audio_too_long", "The audio is longer than 2 hours.", "file");
}
