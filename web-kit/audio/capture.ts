// oxlint-disable-next-line import/default -- what the bundler makes of it has one
import captureAddress from "./capture.worklet.ts?worker&url";

/** A sound that is listened to until it is stopped. */
export interface SoundSource {
  /** Of the samples, in hertz. */
  readonly sampleRate: number;
  stop(): void;
}

/** Loads what captures sound into an audio context. */
export async function loadCapture(context: AudioContext): Promise<void> {
  await context.audioWorklet.addModule(captureAddress);
}

/** Makes a node that hands on what is connected to it: samples in [-1, 1], mono, about every 50 ms. */
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
