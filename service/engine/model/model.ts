/**
 * What the rest of the service knows of a model, whatever its kind.
 *
 * A model lives in its own process; one file per kind in `kinds/` implements one of these interfaces.
 * Nothing here speaks of frames, letters or voice vectors, so a kind that runs a published model fits as well.
 */

/** A word as it was heard, with its place in the audio. */
export interface RecognisedWord {
  /** Lower-case and without marks. */
  readonly text: string;
  /** As a model that writes capitals and marks itself has it; left out by others. */
  readonly written?: string;
  /** Seconds from the start of the audio. */
  readonly start: number;
  /** Seconds from the start of the audio. */
  readonly end: number;
  /** Probability the model gives the word, 0 to 1. */
  readonly confidence: number;
}

/** A stretch of speech by one speaker, numbered from 0 as they are first heard. */
export interface SpeakerStretch {
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
  /** Says that no samples follow; the next `advance` decodes to the end. */
  end(): void;
  /** The best hypothesis for everything decoded so far; later words may still change. */
  readonly words: readonly RecognisedWord[];
  /** How many of `words`, from the first on, can no longer change. */
  readonly settledWords: number;
  /** No word behind the settled ones begins before this, in seconds from the start of the audio. */
  readonly nextWordFrom: number;
  readonly decodedSeconds: number;
  /** Who spoke when, where that was asked for; it may change until all is decoded. */
  readonly speakers?: readonly SpeakerStretch[] | undefined;
  /** Whether what is settled may be Turkish; undefined where it is too little to tell, or the model cannot. */
  readonly isTurkish?: boolean | undefined;
  /** Says that nothing more is wanted of it; what it heard can still be read. */
  close?(): void;
}

/** What a recognition is to listen for. */
export interface RecognitionOptions {
  /** Phrases to prefer, spelled as they are spoken: lower-case words parted by single spaces. Endings may follow. */
  readonly preferred: readonly string[];
  /** Whether speakers are to be told apart; of models with the capability alone. */
  readonly withSpeakers?: boolean;
}

/** A recognition of which is told more often than this is live. */
export const LIVE_REPORT_SECONDS = 2;

/** A recognition that is to be advanced. */
export interface Share {
  readonly recognition: Recognition;
  /** Seconds of what it has buffered that are decoded at most; all without it. */
  readonly mostSeconds?: number;
  /** Is called on the way, after so many seconds at the latest, where more follow. */
  readonly onTheWay?: { readonly everySeconds: number; readonly heard: () => void };
}

/**
 * How soon a live stream is told what is being said: `steady`, word by word, by models that hear it once; `slower`, in steps that
 * grow with the segment, by models that hear all of a segment each time.
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

/** Who speaks. */
export type Speaker =
  | { readonly kind: "built-in"; readonly name: string }
  /** Someone new of whom this is known; another seed is another person, the same seed the same one. */
  | {
      readonly kind: "designed";
      readonly gender?: Gender | undefined;
      readonly age?: Age | undefined;
      readonly seed: number;
    }
  | { readonly kind: "point"; readonly point: VoicePoint };

/** How the speaker speaks, as a change of their own manner. */
export interface Manner {
  /** Raises the whole melody; negative lowers it. */
  readonly pitchSemitones: number;
  /** Multiplies how far, in semitones, the melody goes from its middle: 0 is monotonous. */
  readonly rangeFactor: number;
  /** Multiplies the pace, and with it the speed of a request. */
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

/** A place in a text that is spoken by IPA and not by its letters. */
export interface PronouncedWord {
  /** UTF-16 offsets into the text; the place lies within one word. */
  readonly start: number;
  readonly end: number;
  /** One word of IPA, which `ipaWords` accepts. */
  readonly ipa: string;
}

export interface SynthesisRequest {
  /** Speakable text: words and punctuation, with nothing left to expand. */
  readonly text: string;
  /** Places of the text in their order; a kind that knows no IPA speaks the letters that stand there. */
  readonly pronounced?: readonly PronouncedWord[];
  readonly speaker: Speaker;
  readonly manner: Manner;
  /** Pace relative to the voice's own, 0.25 to 4. */
  readonly speed: number;
  /** Whether it is to be told when each word is spoken, by a kind that knows. */
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

/** Finds the place of a recorded speaker in a model's voice space. */
export interface VoiceSpace {
  readonly sampleRate: number;
  /** Takes a recording of 3 to 30 s, mono in [-1, 1]; gives undefined when nobody is heard in it. */
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
    /** Hears of each word before its samples come; not at all of a kind that does not know. */
    spoken?: (word: SpokenWord) => void,
  ): AsyncIterable<Float32Array>;
}

/** What can be known of a model from outside its process. */
export interface Abilities {
  readonly voices: readonly BuiltInVoice[];
  /** Samples per second of recordings that can be placed in its voice space; undefined without one. */
  readonly voiceSpaceRate: number | undefined;
  /** Of a model that transcribes. */
  readonly partials: Partials | undefined;
}

export type Model = Transcriber | Synthesizer;
