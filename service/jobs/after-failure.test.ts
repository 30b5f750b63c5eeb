import { DAY_MS } from "#units/time.ts";
import { expect, test } from "vitest";
import { StoreUnavailable } from "../accounts/store-unavailable.ts";
import { ApiError } from "../contract/errors.ts";
import { AudioError } from "../engine/audio/audio-error.ts";
import { EngineError } from "../engine/admission/engine-error.ts";
import { afterFailure, type AfterFailure } from "./after-failure.ts";

const CREATED = new Date("2026-11-21T09:00:00Z");
const FAIL: AfterFailure = { kind: "fail" };
const again = (waitSeconds: number, isCounted: boolean): AfterFailure => ({
  kind: "again",
  waitSeconds,
  isCounted,
});
const busy = new EngineError("high_demand", "busy", 40);
const crashed = new EngineError("engine_error", "crashed");
const decoderEnded = new EngineError("decoder_unavailable", "ended");

test.each([
  ["a recording that cannot be read", new AudioError("undecodable_audio", "text"), 1, 0, FAIL],
  ["a refusal", new ApiError("invalid_request"), 1, 0, FAIL],
  ["a busy model", busy, 9, 0, again(40, false)],
  ["a busy model for a day", busy, 9, DAY_MS, FAIL],
  ["a model that crashed", crashed, 1, 0, again(5, true)],
  ["a model that crashed three times", crashed, 3, 0, FAIL],
  ["a decoder that ended", decoderEnded, 2, 0, again(5, true)],
  ["a decoder that ended three times", decoderEnded, 3, 0, FAIL],
  ["a database that is away", new StoreUnavailable("jobs", undefined), 9, DAY_MS, again(5, false)],
])("after %s", (_title, error, attempts, ageMs, after) => {
  const job = { attempts, createdAt: CREATED };
  expect(afterFailure(error, job, CREATED.getTime() + ageMs)).toEqual(after);
});
