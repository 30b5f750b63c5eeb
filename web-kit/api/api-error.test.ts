import { expect, test } from "vitest";
import { apiProblem, connectionProblem, ApiError, problemOf } from "./api-error.ts";

const body = {
  error: { message: "Try later.", type: "server_error", code: "server_busy", param: null },
};

test("an answer's error has its code, message and the header's seconds", () => {
  expect(apiProblem(body, 503, "12")).toEqual({
    code: "server_busy",
    message: "Try later.",
    retryAfterSeconds: 12,
  });
});

test("a socket's error names the seconds itself", () => {
  const error = { ...body.error, retry_after: 10 };
  expect(apiProblem({ error }, 503)).toMatchObject({ retryAfterSeconds: 10 });
});

test("an answer of somebody in between is known by its status", () => {
  expect(apiProblem(undefined, 502, null)).toEqual({ code: "http_502" });
  expect(apiProblem({ error: "broken" }, 504)).toEqual({ code: "http_504" });
});

test("faults become problems", () => {
  const problem = { code: "quota_exceeded" };
  expect(problemOf(new ApiError(problem))).toBe(problem);
  expect(problemOf(new RangeError("too far"))).toEqual({ code: "unexpected", message: "too far" });
  expect(problemOf("gone")).toEqual({ code: "unexpected", message: "gone" });
  expect(problemOf(new TypeError("fetch failed"))).toEqual(connectionProblem());
  expect(connectionProblem(true)).toEqual({ code: "connection_lost" });
  expect(connectionProblem(false)).toEqual({ code: "offline" });
});

test("a failed call has the API's message, else its code", () => {
  expect(new ApiError({ code: "busy", message: "Try later." }, 503)).toMatchObject({
    message: "Try later.",
    status: 503,
  });
  expect(new ApiError({ code: "busy" })).toMatchObject({ message: "busy", status: undefined });
});
