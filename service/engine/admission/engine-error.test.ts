import { expect, test } from "vitest";
import { decoderUnavailable, modelLoading } from "./engine-error.ts";

test("an error says what is the matter and when to retry", () => {
  expect(modelLoading("synth-v2")).toMatchObject({
    code: "model_loading",
    message: "The model synth-v2 is starting.",
    retryAfterSeconds: 10,
  });
  expect(modelLoading("synth-v2", true)).toMatchObject({
    code: "model_loading",
    message: "The model synth-v2 cannot be used; the service's log says why.",
    retryAfterSeconds: 10,
  });
  expect(decoderUnavailable()).toMatchObject({
    code: "decoder_unavailable",
    retryAfterSeconds: 2,
  });
});
