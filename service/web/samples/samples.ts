/// <reference types="vite/client" />
import meeting from "./meeting.mp3?url";
import order from "./order.mp3?url";
import samples from "./samples.json" with { type: "json" };
import weather from "./weather.mp3?url";

/** A recording to try the service with. */
export interface Sample {
  readonly address: string;
  /** The built-in voice that speaks it. */
  readonly voice: string;
  /** The text that was spoken, and its transcript by the service. */
  readonly text: string;
  readonly transcript: string;
  readonly seconds: number;
}

export type SampleName = keyof typeof samples;

/** The recordings, spoken by built-in voices of synth-v2. */
export const SAMPLES: Readonly<Record<SampleName, Sample>> = {
  meeting: { address: meeting, ...samples.meeting },
  order: { address: order, ...samples.order },
  weather: { address: weather, ...samples.weather },
};

export const SAMPLE_NAMES: readonly SampleName[] = ["meeting", "order", "weather"];
