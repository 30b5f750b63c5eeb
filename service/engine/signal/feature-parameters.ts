import { Type, type Static } from "typebox";

/** The features that a network was trained on: `features` of its model.json. */
export const FeatureParameters = Type.Object({
  bands: Type.Integer({ minimum: 1 }),
  /** Samples between the middles of two frames. */
  hop: Type.Integer({ minimum: 1 }),
  /** Samples in the window of a frame. */
  window: Type.Integer({ minimum: 2, multipleOf: 2 }),
  /** A power of two, at least `window`. */
  fft_size: Type.Integer({ minimum: 32 }),
  lowest_hz: Type.Number({ minimum: 0 }),
  highest_hz: Type.Number({ minimum: 0 }),
  /** Added to a band's power before its logarithm. */
  floor: Type.Number({ minimum: 1e-30 }),
  mean: Type.Number(),
  deviation: Type.Number({ exclusiveMinimum: 0 }),
});
export type FeatureParameters = Readonly<Static<typeof FeatureParameters>>;
