import type { Allowance } from "../access/quota/allowance.ts";
import type { AudioDecoder } from "../engine/audio/decoding/audio-decoder.ts";
import type { ReadChannel } from "../engine/audio/channels.ts";
import { openAudio, type Recording } from "../engine/audio/decoding/open-audio.ts";
import type { RecognisedWord, SpeakerTurn } from "../engine/model/model.ts";
import type { ModelPool, Slot } from "../engine/pool/pool.ts";
import {
  openRecognition,
  REPORT_SECONDS,
  type RecognitionEvents,
} from "../engine/pool/remote-recognition.ts";
import { openDividedRecognition } from "../engine/pool/divided-recognition.ts";
import { PART } from "../engine/pool/parts.ts";
import { Loudness } from "./loudness.ts";
import { spelledByPrompt, type Prompt } from "./prompt.ts";
import { measureAudio, type MeasuredAudio } from "./measured-audio.ts";
import type { TranscriptWord } from "./segments.ts";
import { withFigures } from "./figures/figures.ts";
import { sentencesOf } from "./written-form/sentences.ts";
import { writtenWords } from "./written-form/written-words.ts";
import type { EngineError } from "../engine/admission/engine-error.ts";
import type { Progress } from "../engine/process/protocol.ts";

interface Transcription {
  readonly model: ModelPool;
  readonly recording: Recording;
  /** The channel that is transcribed; all of them mixed if left out. */
  readonly channel?: ReadChannel;
  readonly decoder: AudioDecoder;
  readonly prompt: Prompt;
  readonly allowance: Allowance;
  /** Whether the caller has no account. */
  readonly isAnonymous: boolean;
  /** Whether to tell speakers apart; the model has to be capable of it. */
  readonly withSpeakers?: boolean;
  /** Whether numbers are written as figures. */
  readonly withFigures?: boolean;
  /** Whether it runs in the background: after all others, and with no limit on the wait for its turn. */
  readonly isInBackground?: boolean;
  /** Called with the seconds transcribed so far, and those of the whole recording. */
  readonly onProgress?: (seconds: number, wholeSeconds: number) => void;
}

/** The words of a whole recording. */
export interface Transcript {
  readonly words: readonly TranscriptWord[];
  /** Seconds of audio that were decoded. */
  readonly durationSeconds: number;
  /** The turns of the speakers, if requested. */
  readonly speakers?: readonly SpeakerTurn[];
  /** Whether the speech may be Turkish; left out where the model cannot tell. */
  readonly isTurkish?: boolean | undefined;
  /** Whether the recording is as loud as speech. */
  readonly isLoud?: boolean | undefined;
}

/** Sentences that have ended since the previous item. */
export interface TranscribedSentences {
  readonly words: readonly TranscriptWord[];
  /** Seconds of audio that were transcribed so far. */
  readonly transcribedSeconds: number;
  /** The turns of the speakers, if requested; only with the last sentences. */
  readonly speakers?: readonly SpeakerTurn[];
  /** Whether the speech may be Turkish, where the model can tell; only with the last sentences. */
  readonly isTurkish?: boolean | undefined;
  /** Whether the recording is as loud as speech; only with the last sentences. */
  readonly isLoud?: boolean | undefined;
}

/** Maximum audio sent to the model and not yet decoded: enough to keep it busy, with bounded memory. */
const AHEAD_SECONDS = 40;
const PACKET_SECONDS = 5;
/** All processes of a model share the work at recordings from here on. */
const LONGEST_PART_SECONDS = PART.seconds + PART.lookSeconds;
const LONG_SECONDS = 2 * LONGEST_PART_SECONDS;

/** Collects the sentences of a whole recording. */
export async function wholeTranscript(
  sentences: AsyncIterable<TranscribedSentences>,
): Promise<Transcript> {
  const words: TranscriptWord[] = [];
  let durationSeconds = 0;
  let speakers: readonly SpeakerTurn[] = [];
  let isTurkish: boolean | undefined;
  let isLoud: boolean | undefined;
  for await (const part of sentences) {
    words.push(...part.words);
    durationSeconds = part.transcribedSeconds;
    speakers = part.speakers ?? [];
    ({ isTurkish, isLoud } = part);
  }
  return { words, durationSeconds, speakers, isTurkish, isLoud };
}

/**
 * Yields the sentences of a recording; the last item, perhaps without words, covers all of it. Records the decoded seconds in
 * the allowance, so that a client that disconnects is charged for the work until then. Throws AudioError, ApiError
 * (audio_too_long), QuotaExceeded, EngineError, for a channel NoSuchChannel or TooManyChannels, or the signal's reason.
 */
export async function* transcribeSentences(
  transcription: Transcription,
  signal: AbortSignal,
): AsyncGenerator<TranscribedSentences> {
  const { model, recording, channel, decoder, allowance, isAnonymous } = transcription;
  using _held = model.hold();
  const opened = await openAudio(recording, decoder, model.sampleRate, channel);
  await using audio = await measureAudio(opened, model.sampleRate, isAnonymous, signal);
  const { seconds } = audio;
  await allowance.expect(seconds);
  const urgency = transcription.isInBackground === true ? "later" : audio.urgency;
  using slot = await model.admit({ urgency, units: seconds, isAnonymous }, signal);
  yield* transcribeAudio(slot, audio, transcription, signal);
}

async function* transcribeAudio(
  slot: Slot,
  audio: MeasuredAudio,
  transcription: Transcription,
  signal: AbortSignal,
): AsyncGenerator<TranscribedSentences> {
  const { model, prompt, allowance, withSpeakers = false, onProgress } = transcription;
  const { withFigures: inFigures = false } = transcription;
  const { sampleRate } = model;
  const results = new RecognitionResults((seconds) => {
    allowance.use(seconds);
    onProgress?.(seconds, audio.seconds);
  });
  const writer = new SentenceWriter(prompt, inFigures);
  const options = {
    preferred: prompt.phrases,
    withSpeakers,
    reportSeconds: REPORT_SECONDS.file,
    packetSamples: PACKET_SECONDS * sampleRate,
  };
  const isDivided = slot.processes > 1 && !withSpeakers && audio.seconds >= LONG_SECONDS;
  const aheadSeconds = AHEAD_SECONDS + (isDivided ? slot.processes * LONGEST_PART_SECONDS : 0);
  using recognition = isDivided
    ? openDividedRecognition(slot, options, results)
    : openRecognition(slot, options, results);
  const loudness = new Loudness(sampleRate);
  let sent = 0;
  let sentSeconds = 0;
  for await (const samples of audio.read(signal)) {
    sent += samples.length;
    sentSeconds = sent / sampleRate;
    allowance.advance(sentSeconds);
    loudness.add(samples);
    recognition.accept(samples);
    await results.until(() => sentSeconds - results.decodedSeconds <= aheadSeconds, signal);
    const words = writer.write(results.takeSettled());
    if (words.length > 0) yield { words, transcribedSeconds: results.decodedSeconds };
  }
  recognition.end();
  await results.until(() => results.finished, signal);
  allowance.use(sentSeconds);
  const words = [...writer.write(results.takeSettled()), ...writer.end()];
  const { speakers, isTurkish } = results;
  const { isLoud } = loudness;
  yield { words, transcribedSeconds: sentSeconds, speakers, isTurkish, isLoud };
}

/** Writes settled words, sentence by sentence: capitals and marks depend on the rest of a sentence. */
class SentenceWriter {
  readonly #prompt: Prompt;
  readonly #inFigures: boolean;
  #open: RecognisedWord[] = [];

  constructor(prompt: Prompt, inFigures: boolean) {
    this.#prompt = prompt;
    this.#inFigures = inFigures;
  }

  /** Takes the next words, and returns the written words of sentences that have ended. */
  write(words: readonly RecognisedWord[]): readonly TranscriptWord[] {
    if (words.length === 0) return [];
    this.#open.push(...words);
    const sentences = sentencesOf(this.#open);
    this.#open = [...(sentences.at(-1) ?? [])];
    return this.#written(sentences.slice(0, -1).flat());
  }

  end(): readonly TranscriptWord[] {
    const last = this.#open;
    this.#open = [];
    return this.#written(last);
  }

  #written(words: readonly RecognisedWord[]): readonly TranscriptWord[] {
    const written = writtenWords(spelledByPrompt(words, this.#prompt), { isComplete: true });
    return this.#inFigures ? withFigures(written) : written;
  }
}

/** Collects the results that a recognition reports until they are taken. */
class RecognitionResults implements RecognitionEvents {
  decodedSeconds = 0;
  finished = false;
  speakers: readonly SpeakerTurn[] = [];
  isTurkish: boolean | undefined;
  #settled: RecognisedWord[] = [];
  #failure: EngineError | undefined;
  #wake = () => {};
  readonly #onDecoded: (seconds: number) => void;

  constructor(onDecoded: (seconds: number) => void) {
    this.#onDecoded = onDecoded;
  }

  progress(progress: Progress): void {
    this.#settled.push(...progress.settled);
    this.decodedSeconds = progress.decodedSeconds;
    this.finished = progress.finished;
    this.speakers = progress.speakers ?? [];
    this.isTurkish = progress.isTurkish;
    this.#onDecoded(this.decodedSeconds);
    this.#wake();
  }

  failed(error: EngineError): void {
    this.#failure = error;
    this.#wake();
  }

  takeSettled(): readonly RecognisedWord[] {
    const settled = this.#settled;
    this.#settled = [];
    return settled;
  }

  /** Waits until a condition on the results holds; rejects with the recognition's failure or the signal's reason. */
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
