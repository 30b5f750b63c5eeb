// oxlint-disable-next-line import/default -- what the bundler makes of it has one
import captureAddress from "./capture.worklet.ts?worker&url";

/** A source of samples, which runs until it is stopped. */
export interface SoundSource {
  /** Sample rate in Hz. */
  readonly sampleRate: number;
  stop(): void;
}

/** Loads the capturing audio worklet into an audio context. */
export async function loadCapture(context: AudioContext): Promise<void> {
  await context.audioWorklet.addModule(captureAddress);
}

/** Returns a node that passes on the sound connected to it: mono samples in [-1, 1], about every 50 ms. */
export function captureNode(
  context: AudioContext,
  onSamples: (samples: Float32Array) => void,
): AudioWorkletNode {
  const capture = new AudioWorkletNode(context, "capture", {
    numberOfOutputs: 0,
    channelCount: 1,
    channelCountMode: "explicit",
  });
  capture.port.onmessage = ({ data }: MessageEvent<Float32Array>) => onSamples(data);
  return capture;
}
