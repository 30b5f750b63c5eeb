import { callApi } from "../api/call-api.ts";
import { captureNode, loadCapture, type SoundSource } from "./capture.ts";

export interface ClipListener {
  /** Takes samples in [-1, 1], mono, about every 50 ms. */
  readonly onSamples: (samples: Float32Array) => void;
  /** The clip was played to its end. */
  readonly onEnded: () => void;
}

/**
 * Plays a clip aloud and listens to it meanwhile at `rate` hertz, as a microphone would hear it.
 *
 * Has to be called on a press of the reader's, for browsers start no sound by themselves. Rejects with ApiError where the
 * clip cannot be loaded.
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
