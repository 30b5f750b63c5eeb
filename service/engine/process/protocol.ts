import type {
  Abilities,
  RecognisedWord,
  RecognitionOptions,
  SpeakerTurn,
  SpokenWord,
  SynthesisRequest,
  VoicePoint,
} from "../model/model.ts";

/** Messages to a model process; `id` identifies a recognition, a synthesis or the placing of a voice. */
export type ToModel =
  | {
      readonly type: "open";
      readonly id: number;
      readonly options: RecognitionOptions;
      /** Maximum seconds of audio between two reports. */
      readonly reportSeconds: number;
    }
  /** The next `samples` samples in the audio pipe (audio-pipe.ts) belong to this recognition. */
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

/** Message of a recognition that has decoded more audio. */
export interface Progress {
  /** Words that can no longer change, and were not reported before. */
  readonly settled: readonly RecognisedWord[];
  /** The words after them, which may still change; they replace those of the previous report. */
  readonly tentative: readonly RecognisedWord[];
  /** No word behind the settled ones begins before this, in seconds since the recognition was opened. */
  readonly nextWordFrom: number;
  /** Seconds of audio decoded since the recognition was opened. */
  readonly decodedSeconds: number;
  /** True in the last report, which follows `end`: all words are settled. */
  readonly finished: boolean;
  /** The turns of the speakers; only in the last report, if requested. */
  readonly speakers?: readonly SpeakerTurn[];
  /** Whether the speech may be Turkish; only in the last report, if the model can tell. */
  readonly isTurkish?: boolean;
}

/** Messages from a model process. */
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
      /** Times of the words whose samples begin in this piece, if requested. */
      readonly words?: readonly SpokenWord[];
    }
  | { readonly type: "spoken"; readonly id: number; readonly computeSeconds: number }
  /** The point is undefined when nobody is heard in the recording. */
  | { readonly type: "placed"; readonly id: number; readonly point: VoicePoint | undefined }
  | { readonly type: "failed"; readonly id: number; readonly message: string }
  | { readonly type: "pong" };
