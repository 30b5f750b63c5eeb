import type { Sent } from "../../../contract/schema.ts";
import type {
  DeepgramMetadata,
  DeepgramTranscription,
  ListenQuery,
} from "../../../contract/dialects/deepgram.ts";
import type { ModelPool } from "../../../engine/pool/pool.ts";
import { together } from "../../../speech/channel-formats.ts";
import { segmentsOf, type TranscriptWord } from "../../../speech/segments.ts";
import { speakersOf } from "../../../speech/speaker-segments.ts";
import type { Transcript } from "../../../speech/transcribe.ts";
import { roundedToMs } from "../../../speech/transcript-formats.ts";
import { warningsOf } from "../../../speech/warnings.ts";
import { textOf } from "../../../speech/written-form/written-words.ts";

type Body = Sent<typeof DeepgramTranscription>;
type Alternative = Body["results"]["channels"][number]["alternatives"][number];
type Paragraphs = NonNullable<Alternative["paragraphs"]>;
type Utterance = NonNullable<Body["results"]["utterances"]>[number];

/** A transcribed word, with its speaker if that was requested. */
export interface SpokenWord extends TranscriptWord {
  readonly speaker?: number;
}

/** Options of a request that shape the transcript. */
interface TranscriptShape {
  /** Whether the text has capital letters and punctuation. */
  readonly isPunctuated: boolean;
  readonly withParagraphs: boolean;
  readonly withSpeakers: boolean;
  /** Length of the pauses that separate utterances, in seconds; undefined without utterances. */
  readonly utteranceSeconds: number | undefined;
  readonly saysLanguage: boolean;
}

/** Origin of a transcript: request, recording and model. */
export interface Origin {
  readonly requestId: string;
  readonly sha256: string;
  readonly createdAt: Date;
  readonly model: Pick<ModelPool, "id" | "manifest" | "createdAt">;
}

/** A paragraph ends at a pause this long, or after this many sentences. */
const PARAGRAPH = { pauseSeconds: 2, sentences: 5 };
/** The vendor no longer returns a key, but its clients expect the field. */
const NO_KEY = "deprecated";

/** Writes the transcription of a recording, of the transcripts of its channels. */
export function transcriptionOf(
  channels: readonly Transcript[],
  origin: Origin,
  query: Sent<typeof ListenQuery>,
): Body {
  const seconds = Math.max(...channels.map(({ durationSeconds }) => durationSeconds));
  return {
    metadata: {
      ...metadataOf(origin, seconds, channels.length),
      ...warningsOf(together(channels)),
    },
    results: resultsOf(channels, shapeOf(query)),
  };
}

function shapeOf(query: Sent<typeof ListenQuery>): TranscriptShape {
  const { punctuate, smart_format, paragraphs, diarize, utterances, utt_split } = query;
  return {
    isPunctuated: punctuate || smart_format || paragraphs,
    withParagraphs: paragraphs || smart_format,
    withSpeakers: diarize,
    utteranceSeconds: utterances ? utt_split : undefined,
    saysLanguage: query.detect_language,
  };
}

/** Writes the results of the transcripts of channels. */
function resultsOf(channels: readonly Transcript[], shape: TranscriptShape): Body["results"] {
  const { utteranceSeconds } = shape;
  const spoken = channels.map((transcript) => withSpeakers(transcript, shape));
  return {
    channels: spoken.map((words) => {
      const paragraphs = shape.withParagraphs ? paragraphsOf(words) : undefined;
      const alternative = { ...alternativeOf(words, shape), ...(paragraphs && { paragraphs }) };
      return {
        alternatives: [alternative],
        ...(shape.saysLanguage && { detected_language: "tr" }),
      };
    }),
    ...(utteranceSeconds !== undefined && {
      utterances: spoken
        .flatMap((words, channel) =>
          partedAt(words, utteranceSeconds).map((part) => ({ part, channel })),
        )
        .toSorted((one, other) => one.part[0]!.start - other.part[0]!.start)
        .map(({ part, channel }, at) => utteranceOf(part, channel, at, shape)),
    }),
  };
}

/** Writes the metadata of a transcription. */
export function metadataOf(
  { requestId, sha256, createdAt, model }: Origin,
  durationSeconds: number,
  channels = 1,
): Sent<typeof DeepgramMetadata> {
  return {
    transaction_key: NO_KEY,
    request_id: requestId,
    sha256,
    created: createdAt.toISOString(),
    duration: roundedToMs(durationSeconds),
    channels,
    models: [model.id],
    model_info: { [model.id]: modelInfoOf(model) },
  };
}

export function modelInfoOf({ id, manifest, createdAt }: Origin["model"]) {
  return { name: id, version: createdAt.toISOString(), arch: manifest.kind };
}

/** Writes words as an alternative; there is always exactly one. */
export function alternativeOf(
  words: readonly SpokenWord[],
  { isPunctuated }: Pick<TranscriptShape, "isPunctuated">,
): Pick<Alternative, "transcript" | "confidence" | "words"> {
  return {
    transcript: isPunctuated ? textOf(words) : words.map(plainOf).join(" "),
    confidence: meanConfidence(words),
    words: words.map(wordOf),
  };
}

function withSpeakers(
  { words, speakers = [] }: Transcript,
  shape: TranscriptShape,
): readonly SpokenWord[] {
  if (!shape.withSpeakers) return words;
  const numbers = speakersOf(words, speakers);
  return words.map((word, at) => ({ ...word, speaker: numbers[at] ?? 0 }));
}

function wordOf(word: SpokenWord): Alternative["words"][number] {
  const { text, mark, start, end, confidence, speaker } = word;
  return {
    word: plainOf(word),
    start: roundedToMs(start),
    end: roundedToMs(end),
    confidence,
    punctuated_word: text + mark,
    ...(speaker !== undefined && { speaker }),
  };
}

function plainOf({ text }: TranscriptWord): string {
  return text.toLocaleLowerCase("tr");
}

function meanConfidence(words: readonly TranscriptWord[]): number {
  if (words.length === 0) return 0;
  return words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length;
}

/** Splits words at pauses of at least `pauseSeconds` and where the speaker changes. */
function partedAt(
  words: readonly SpokenWord[],
  pauseSeconds: number,
): readonly (readonly SpokenWord[])[] {
  const parts: SpokenWord[][] = [];
  for (const word of words) {
    const part = parts.at(-1);
    const before = part?.at(-1);
    const isSame =
      before !== undefined &&
      word.start - before.end < pauseSeconds &&
      before.speaker === word.speaker;
    if (isSame) part?.push(word);
    else parts.push([word]);
  }
  return parts;
}

function utteranceOf(
  words: readonly SpokenWord[],
  channel: number,
  at: number,
  shape: TranscriptShape,
): Utterance {
  const speaker = words[0]?.speaker;
  return {
    ...boundsOf(words),
    ...alternativeOf(words, shape),
    channel,
    ...(speaker !== undefined && { speaker }),
    id: `utterance_${at}`,
  };
}

function paragraphsOf(words: readonly SpokenWord[]): Paragraphs {
  const paragraphs = partedAt(words, PARAGRAPH.pauseSeconds).flatMap((part) => {
    const sentences = segmentsOf(part);
    const count = Math.ceil(sentences.length / PARAGRAPH.sentences);
    return Array.from({ length: count }, (_, at) => {
      const some = sentences.slice(at * PARAGRAPH.sentences, (at + 1) * PARAGRAPH.sentences);
      const speaker = part[0]?.speaker;
      return {
        sentences: some.map(({ text, start, end }) => ({
          text,
          start: roundedToMs(start),
          end: roundedToMs(end),
        })),
        num_words: some.reduce((sum, sentence) => sum + sentence.words.length, 0),
        ...boundsOf(some),
        ...(speaker !== undefined && { speaker }),
      };
    });
  });
  const texts = paragraphs.map(({ sentences }) => sentences.map(({ text }) => text).join(" "));
  return { transcript: texts.join("\n\n"), paragraphs };
}

function boundsOf(parts: readonly { readonly start: number; readonly end: number }[]) {
  return {
    start: roundedToMs(parts[0]?.start ?? 0),
    end: roundedToMs(parts.at(-1)?.end ?? 0),
  };
}
