import { describe, expect, test } from "vitest";
import { EngineError, modelLoading } from "../../engine/admission/engine-error.ts";
import { QueueFull } from "#runtime/turns.ts";
import { KeyCheckUnavailable } from "../../access/key-check.ts";
import { QuotaExceeded } from "../../access/quota/allowance.ts";
import { StoreUnavailable } from "../../accounts/store-unavailable.ts";
import { ApiError } from "../../contract/errors.ts";
import { AudioError } from "../../engine/audio/audio-error.ts";
import { ClaimLost } from "./idempotency-store.ts";
import { toApiError } from "./to-api-error.ts";

describe("toApiError", () => {
  test("a refusal keeps its message and field", () => {
    const error = toApiError(new ApiError("bad_temperature", "temperature is 3", "temperature"));
    expect(error.kind.status).toBe(400);
    expect(error.body).toEqual({
      message: "temperature is 3",
      type: "invalid_request_error",
      code: "bad_temperature",
      param: "temperature",
    });
    expect(error.headers).toEqual({});
  });

  test("a model that starts is retried after ten seconds", () => {
    const error = toApiError(modelLoading("synth-v2"));
    expect(error.kind.status).toBe(503);
    expect(error.headers).toEqual({ "retry-after": "10", "x-should-retry": "true" });
  });

  test("who asks without a credential that is known is told how to send one", () => {
    for (const name of ["missing_api_key", "invalid_api_key", "token_expired"] as const) {
      expect(new ApiError(name).headers).toEqual({ "www-authenticate": "Bearer" });
    }
  });

  test("who cannot be told apart while the database is away is told to try again as well", () => {
    expect(new ApiError("auth_unavailable").headers).toMatchObject({
      "www-authenticate": "Bearer",
      "x-should-retry": "true",
    });
  });

  test("a limit that waiting does not cure is not to be tried again", () => {
    const error = toApiError(new ApiError("voice_limit_reached", "50 voices", null));
    expect(error.headers).toEqual({ "x-should-retry": "false" });
  });

  test("an unexpected fault shows nothing of its inside", () => {
    for (const fault of [new Error("password of the database"), "text", undefined]) {
      expect(toApiError(fault).body.code).toBe("internal_error");
      expect(toApiError(fault).body.message).not.toMatch(/password|text/);
    }
    expect(toApiError(new EngineError("engine_error", "node Conv_3")).body.message).not.toMatch(
      /Conv/,
    );
  });

  test("a saved voice that is not there has the code of the interface", () => {
    const error = new ApiError("unknown_saved_voice", undefined, "voice");
    expect([error.kind.status, error.code]).toEqual([404, "unknown_voice"]);
  });

  test.each([
    [new QueueFull("full"), "server_busy", 503],
    [new KeyCheckUnavailable("away"), "auth_unavailable", 401],
    [new ClaimLost("lost"), "idempotency_key_in_use", 409],
    [new StoreUnavailable("pronunciations", undefined), "pronunciation_store_unavailable", 503],
    [new StoreUnavailable("voices", undefined), "store_unavailable", 503],
  ])("what is not at fault itself has a code of its own: %s", (fault, code, status) => {
    const error = toApiError(fault);
    expect([error.code, error.kind.status, error.body.param]).toEqual([code, status, null]);
  });

  test("a recording that cannot be read is a fault of the file", () => {
    expect(toApiError(new AudioError("undecodable_audio", "It is text.")).body).toMatchObject({
      code: "undecodable_audio",
      message: "It is text.",
      param: "file",
    });
  });

  const resetsAt = new Date("2026-12-01T00:00:00Z");
  test.each([
    [
      new QuotaExceeded("audio", 3_600, "month", resetsAt),
      "The account's quota of 3,600 seconds of audio a month does not suffice; the next month begins on 2026-12-01 (UTC).",
    ],
    [
      new QuotaExceeded("characters", 500, "month", resetsAt),
      "The account's quota of 500 characters a month does not suffice; the next month begins on 2026-12-01 (UTC).",
    ],
    [
      new QuotaExceeded("audio", 1_200, "day", resetsAt),
      "The quota of 1,200 seconds of audio a day for demo sessions of one network does not suffice; the next day begins at 00:00 UTC. API keys have more.",
    ],
  ])("a quota says how large it is, and when the next one begins: %#", (fault, message) => {
    expect(toApiError(fault).body).toMatchObject({ code: "quota_exceeded", message });
  });

  const framework = (statusCode: number, code?: string) =>
    Object.assign(new Error("inside"), { statusCode, code });
  test.each([
    [framework(400, "FST_ERR_CTP_INVALID_JSON_BODY"), "invalid_json", /./],
    [framework(400, "FST_ERR_CTP_EMPTY_JSON_BODY"), "invalid_json", /./],
    [Object.assign(new SyntaxError("inside"), { statusCode: 400 }), "invalid_json", /./],
    [framework(413, "FST_ERR_CTP_BODY_TOO_LARGE"), "invalid_request", /^The body .* too large\.$/],
    [framework(415, "FST_ERR_CTP_INVALID_MEDIA_TYPE"), "invalid_request", /^The Content-Type /],
    [framework(499), "invalid_request", /^The request cannot be read\.$/],
    [framework(399), "internal_error", /./],
    [framework(500), "internal_error", /./],
    [new SyntaxError("inside"), "internal_error", /./],
  ])(
    "a fault of the framework is one of the request where its status says so: %#",
    (fault, code, message) => {
      const { body } = toApiError(fault);
      expect(body.code).toBe(code);
      expect(body.message).toMatch(message);
      expect(body.message).not.toContain("inside");
    },
  );
});
