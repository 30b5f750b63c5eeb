import type {
  Abilities,
  RecognisedWord,
  RecognitionOptions,
  SpeakerStretch,
  SpokenWord,
  SynthesisRequest,
  VoicePoint,
} from "../model/model.ts";

/** What a model process is told; `id` names a recognition, a synthesis or a placing. */
export type ToModel =
  | {
      readonly type: "open";
      readonly id: number;
      readonly options: RecognitionOptions;
      /** Audio after which a progress is reported at the latest, in seconds. */
      readonly reportSeconds: number;
    }
  /** So many samples of this recognition come next in the audio's pipe, as audio-pipe.ts writes them. */
  | { readonly type: "accept"; readonly id: number; readonly samples: number }
  | { readonly type: "end"; readonly id: number }
  | {
      readonly type: "synthesize";
      readonly id: number;
      readonly request: SynthesisRequest;
      /** How many pieces may be sent before the next `pull`. */
      readonly pieces: number;
    }
  | { readonly type: "pull"; readonly id: number; readonly pieces: number }
  | { readonly type: "place"; readonly id: number; readonly samples: Float32Array }
  | { readonly type: "drop"; readonly id: number }
  | { readonly type: "ping" };

/** What a recognition knows after another stretch of audio. */
export interface Progress {
  /** Words that can no longer change, and were not reported before. */
  readonly settled: readonly RecognisedWord[];
  /** The words after them, as heard for now; they replace those of the report before. */
  readonly tentative: readonly RecognisedWord[];
  /** No word behind the settled ones begins before this, in seconds since the recognition was opened. */
  readonly nextWordFrom: number;
  /** Seconds of audio decoded since the recognition was opened. */
  readonly decodedSeconds: number;
  /** True in the last report, which follows `end`: all words are settled. */
  readonly finished: boolean;
  /** Who spoke when, in the last report where that was asked for. */
  readonly speakers?: readonly SpeakerStretch[];
  /** Whether the speech may be Turkish, in the last report where the model can tell. */
  readonly isTurkish?: boolean;
}

/** What a model process tells. */
export type FromModel =
  | { readonly type: "ready"; readonly abilities: Abilities }
  | { readonly type: "unusable"; readonly message: string }
  | {
      readonly type: "progress";
      readonly id: number;
      readonly progress: Progress;
      /** Seconds the model worked for this recognition since the report before. */
      readonly computeSeconds: number;
    }
  | {
      readonly type: "piece";
      readonly id: number;
      readonly samples: Float32Array;
      /** When words are spoken whose samples begin in it, where that was asked for. */
      readonly words?: readonly SpokenWord[];
    }
  | { readonly type: "spoken"; readonly id: number; readonly computeSeconds: number }
  /** The point is undefined when nobody is heard in the recording. */
  | { readonly type: "placed"; readonly id: number; readonly point: VoicePoint | undefined }
  | { readonly type: "failed"; readonly id: number; readonly message: string }
  | { readonly type: "pong" };
