import { callApi } from "../api/call-api.ts";
import { captureNode, loadCapture, type SoundSource } from "./capture.ts";

export interface ClipListener {
  /** Called with mono samples in [-1, 1], about every 50 ms. */
  readonly onSamples: (samples: Float32Array) => void;
  /** Called when the clip has been played to its end. */
  readonly onEnded: () => void;
}

/**
 * Plays a clip aloud and captures it at `rate` Hz, as a microphone would.
 *
 * Must be called in a user gesture, as browsers require for audio. Rejects with ApiError where the clip cannot be loaded.
 */
export async function openClip(
  address: string,
  { onSamples, onEnded }: ClipListener,
  rate = 16_000,
): Promise<SoundSource> {
  const context = new AudioContext({ sampleRate: rate });
  const stop = (): void => {
    if (context.state !== "closed") void context.close();
  };
  try {
    const [file] = await Promise.all([callApi(address), loadCapture(context)]);
    const clip = context.createBufferSource();
    clip.buffer = await context.decodeAudioData(await file.arrayBuffer());
    const capture = captureNode(context, onSamples);
    clip.connect(context.destination);
    clip.connect(capture);
    clip.onended = onEnded;
    await context.resume();
    clip.start();
    return {
      sampleRate: context.sampleRate,
      stop() {
        clip.onended = null;
        capture.port.onmessage = null;
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}
