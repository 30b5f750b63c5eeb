/**
 * Interface between models of every kind and the rest of the service.
 *
 * A model lives in its own process; one file per kind in `kinds/` implements one of these interfaces.
 * Nothing here depends on frames, letters or voice vectors, so a kind that runs a published model fits as well.
 */

/** A word as it was heard, with its place in the audio. */
export interface RecognisedWord {
  /** Lower-case, without punctuation. */
  readonly text: string;
  /** With capitals and punctuation; left out by models that do not write them. */
  readonly written?: string;
  /** Seconds from the start of the audio. */
  readonly start: number;
  /** Seconds from the start of the audio. */
  readonly end: number;
  /** Probability the model gives the word, 0 to 1. */
  readonly confidence: number;
}

/** Returns a word that was recognised in a part of the audio, at its place in all of it. */
export function wordLater(word: RecognisedWord, bySeconds: number): RecognisedWord {
  return { ...word, start: word.start + bySeconds, end: word.end + bySeconds };
}

/** A span of speech by one speaker; speakers are numbered from 0 in the order in which they are first heard. */
export interface SpeakerTurn {
  /** Seconds from the start of the audio. */
  readonly start: number;
  /** Seconds from the start of the audio. */
  readonly end: number;
  readonly speaker: number;
}

/** The state of one running recognition: a file or a live stream. */
export interface Recognition {
  /** Takes a copy of mono samples in [-1, 1] at the model's sample rate. */
  accept(samples: Float32Array): void;
  /** Signals that no samples follow; the next `advance` decodes to the end. */
  end(): void;
  /** The best hypothesis for everything decoded so far; later words may still change. */
  readonly words: readonly RecognisedWord[];
  /** How many of `words`, from the first on, can no longer change. */
  readonly settledWords: number;
  /** No word behind the settled ones begins before this, in seconds from the start of the audio. */
  readonly nextWordFrom: number;
  readonly decodedSeconds: number;
  /** The turns of the speakers, if requested; may change until all audio is decoded. */
  readonly speakers?: readonly SpeakerTurn[] | undefined;
  /** Whether the settled part may be Turkish; undefined if it is too short to tell, or the model cannot tell. */
  readonly isTurkish?: boolean | undefined;
  /** Frees the resources of a recognition that is not continued; its results can still be read. */
  close?(): void;
}

/** Options of a recognition. */
export interface RecognitionOptions {
  /** Phrases to prefer, spelled as they are spoken: lower-case words separated by single spaces. Suffixes may follow. */
  readonly preferred: readonly string[];
  /** Whether to tell speakers apart; only for models with that capability. */
  readonly withSpeakers?: boolean;
}

/** A recognition with a shorter report interval than this is a live stream. */
export const LIVE_REPORT_SECONDS = 2;

/** A recognition to advance. */
export interface Share {
  readonly recognition: Recognition;
  /** Maximum seconds of its buffered audio to decode; all if left out. */
  readonly maxSeconds?: number;
  /** Intermediate reports: `heard` is called at least every `everySeconds` of audio while more of it follows. */
  readonly onTheWay?: { readonly everySeconds: number; readonly heard: () => void };
}

/**
 * How the partial transcripts of a live stream arrive: `steady`, word by word, from models that decode the audio once;
 * `slower`, in steps that grow with the segment, from models that decode the whole segment each time.
 */
export const PARTIALS = ["steady", "slower"] as const;
export type Partials = (typeof PARTIALS)[number];

export interface Transcriber {
  readonly task: "transcription";
  readonly partials: Partials;
  readonly sampleRate: number;
  open(options?: RecognitionOptions): Recognition;
  /** Decodes what recognitions have buffered, several in one run of the network. */
  advance(shares: readonly Share[]): Promise<void>;
}

/** A point in a model's voice space; only the model that made it knows what the numbers mean. */
export type VoicePoint = readonly number[];

export const GENDERS = ["female", "male"] as const;
export type Gender = (typeof GENDERS)[number];

export const AGES = ["child", "young", "middle-aged", "old"] as const;
export type Age = (typeof AGES)[number];

/** A voice that comes with a model. */
export interface BuiltInVoice {
  readonly name: string;
  readonly gender: Gender;
  readonly age: Age;
  readonly pitchHz: number;
}

/** The speaker of a synthesis. */
export type Speaker =
  | { readonly kind: "built-in"; readonly name: string }
  /** A new voice with these properties; another seed gives another voice, the same seed the same one. */
  | {
      readonly kind: "designed";
      readonly gender?: Gender | undefined;
      readonly age?: Age | undefined;
      readonly seed: number;
    }
  | { readonly kind: "point"; readonly point: VoicePoint };

/** How the speaker speaks, as changes to their own manner. */
export interface Manner {
  /** Raises the whole melody; negative lowers it. */
  readonly pitchSemitones: number;
  /** Multiplies the distance of the melody from its middle, in semitones: 0 is monotonous. */
  readonly rangeFactor: number;
  /** Multiplies the pace, in addition to the `speed` of a request. */
  readonly paceFactor: number;
  /** Length of the vocal tract relative to the speaker's own: above 1, resonances are lower. */
  readonly tractLengthFactor: number;
  /** Level at 4,000 Hz relative to that at 500 Hz. */
  readonly brightnessDb: number;
  /** How much of the voice is breath, 0 to 1; 1 is a whisper, without any voicing. */
  readonly breathiness: number;
}

/** The speaker's own manner, unchanged. */
export const NEUTRAL_MANNER: Manner = {
  pitchSemitones: 0,
  rangeFactor: 1,
  paceFactor: 1,
  tractLengthFactor: 1,
  brightnessDb: 0,
  breathiness: 0,
};

/** A span of a text that is pronounced from IPA instead of its letters. */
export interface PronouncedWord {
  /** UTF-16 offsets into the text; the span lies within one word. */
  readonly start: number;
  readonly end: number;
  /** One word of IPA, which `ipaWords` accepts. */
  readonly ipa: string;
}

/** A silence of a length of its own at a place of a text; a sentence that it lies in is spoken as two parts. */
export interface Pause {
  /** UTF-16 offset into the text, between two words, before the first or after the last. */
  readonly at: number;
  readonly seconds: number;
}

/** Changes of the manner of a request; pitch and range are without effect in kinds that cannot change the melody. */
export type SpanManner = Pick<Manner, "paceFactor" | "pitchSemitones" | "rangeFactor">;

/** A span of whole words that is spoken in another manner. */
export interface MannerSpan extends SpanManner {
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
}

export interface SynthesisRequest {
  /** Speakable text: words and punctuation, with nothing left to expand. */
  readonly text: string;
  /** Spans in the order of the text; a kind that does not support IPA speaks their letters. */
  readonly pronounced?: readonly PronouncedWord[];
  /** In the order of the text, of which no two are at one place. */
  readonly pauses?: readonly Pause[] | undefined;
  /** In the order of the text, without overlaps. */
  readonly spans?: readonly MannerSpan[] | undefined;
  readonly speaker: Speaker;
  readonly manner: Manner;
  /** Pace relative to the voice's own, 0.25 to 4. */
  readonly speed: number;
  /** Another seed lets the voice lean on other words; the same one always on the same. Kinds with one way of speaking ignore it. */
  readonly seed?: number | undefined;
  /** Whether to report when each word is spoken; kinds without word times ignore it. */
  readonly withTimes?: boolean;
}

/** A word of a text, and when it is spoken. */
export interface SpokenWord {
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
  /** Seconds from the start of the audio. */
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** Maps a recorded speaker to a point in the voice space of a model. */
export interface VoiceSpace {
  readonly sampleRate: number;
  /** Takes a recording of 3 to 30 s, mono in [-1, 1]; resolves with undefined when nobody is heard in it. */
  place(samples: Float32Array): Promise<VoicePoint | undefined>;
}

export interface Synthesizer {
  readonly task: "synthesis";
  readonly sampleRate: number;
  readonly voices: readonly BuiltInVoice[];
  /** Undefined for a model whose voices are fixed. */
  readonly voiceSpace: VoiceSpace | undefined;
  /** Yields mono samples in [-1, 1] as they are made; throws RangeError for a name or a point of another model. */
  synthesize(
    request: SynthesisRequest,
    /** Called for each word before its samples are yielded; never called by kinds without word times. */
    spoken?: (word: SpokenWord) => void,
  ): AsyncIterable<Float32Array>;
}

/** The properties of its model that a model process reports. */
export interface Abilities {
  readonly voices: readonly BuiltInVoice[];
  /** Sample rate in Hz of recordings for the voice space; undefined without one. */
  readonly voiceSpaceRate: number | undefined;
  /** Undefined for a synthesis model. */
  readonly partials: Partials | undefined;
}

export type Model = Transcriber | Synthesizer;
