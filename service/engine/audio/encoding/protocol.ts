import type { AudioFormatName } from "./audio-formats.ts";

/** What the encoding thread is asked; of one `id` each is answered before the next is asked. */
export type ToEncoder =
  | {
      readonly type: "open";
      readonly id: number;
      readonly format: AudioFormatName;
      readonly sampleRate: number;
    }
  | { readonly type: "push"; readonly id: number; readonly samples: Float32Array }
  | { readonly type: "end"; readonly id: number }
  | { readonly type: "close"; readonly id: number };

/** What it answers. */
export type FromEncoder =
  | { readonly type: "bytes"; readonly id: number; readonly bytes: Uint8Array }
  | { readonly type: "failed"; readonly id: number; readonly message: string };
