import { describe, expect, test } from "vitest";
import { EngineError, modelLoading } from "../../engine/admission/engine-error.ts";
import { ApiError } from "../../contract/errors.ts";
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
});
