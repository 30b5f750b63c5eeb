import { describe, expect, test } from "vitest";
import { NoAnswer, within } from "#database/within.ts";
import { isDatabaseAway, isNotReached, isWorthWaiting } from "./database-away.ts";

const withCode = (code: string): Error => Object.assign(new Error("refused"), { code });

describe("a database", () => {
  test.each([
    ["ECONNREFUSED", true],
    ["EPIPE", true],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", true],
    ["57P01", true],
    ["53100", true],
    ["40P01", true],
    ["25006", true],
    ["23503", false],
    ["22P02", false],
    ["42P01", false],
  ])("that says %s is away: %s", (code, isAway) => {
    expect(isDatabaseAway(withCode(code))).toBe(isAway);
  });

  test.each([
    ["ECONNREFUSED", true],
    ["ETIMEDOUT", true],
    ["28P01", false],
    ["SELF_SIGNED_CERT_IN_CHAIN", false],
  ])("that says %s cannot be reached: %s", (code, isSo) => {
    expect(isNotReached(new AggregateError([withCode(code)]))).toBe(isSo);
  });

  test.each([
    "Connection terminated",
    "Connection terminated unexpectedly",
    "Connection terminated due to connection timeout",
    "timeout expired",
    "timeout exceeded when trying to connect",
    "Query read timeout",
    "Client has encountered a connection error and is not queryable",
    "Client was closed and is not queryable",
    "Cannot use a pool after calling end on the pool",
    "There was an error establishing an SSL connection",
    "Postgres connection has been discarded",
    "driver has already been destroyed",
  ])("is away when a driver says: %s", (message) => {
    expect(isDatabaseAway(new Error(message))).toBe(true);
  });

  test.each([
    new TypeError("x is undefined"),
    new Error("no such check"),
    new Error("Query values must be an array"),
    withCode("ERR_INVALID_ARG_TYPE"),
  ])("is not away for a mistake of ours: %s", (mistake) => {
    expect(isDatabaseAway(mistake)).toBe(false);
  });

  test("that does not answer in time is away", async () => {
    const error = await within(1, new Promise(() => {})).catch((reason: unknown) => reason);
    expect(error).toEqual(new NoAnswer("no answer within 1 ms"));
    expect(isDatabaseAway(error)).toBe(true);
    expect(await within(1000, Promise.resolve("here"))).toBe("here");
  });
});

test.each([
  ["ECONNREFUSED", true],
  ["57P03", true],
  ["53300", true],
  ["28P01", false],
  ["3D000", false],
  ["08P01", false],
  ["08006", true],
  ["42501", false],
  ["25006", true],
  ["EACCES", false],
  ["EEXIST", false],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", false],
  ["CERT_HAS_EXPIRED", false],
  ["42P01", false],
])("a database that says %s at the start is worth waiting for: %s", (code, isWorth) => {
  expect(isWorthWaiting(new Error("not opened", { cause: withCode(code) }))).toBe(isWorth);
});

test.each([
  ["connect", "ENOENT", true],
  ["connect", "EACCES", false],
  ["getaddrinfo", "ENOTFOUND", true],
  ["read", "ECONNRESET", true],
  ["read", "EISDIR", false],
  ["open", "ENOENT", false],
  ["mkdir", "EACCES", false],
  ["write", "ENOSPC", false],
])("a system call at the start is worth waiting for: %s %s: %s", (syscall, code, isWorth) => {
  expect(isWorthWaiting(Object.assign(withCode(code), { syscall }))).toBe(isWorth);
});

test.each([
  ["Connection terminated unexpectedly", true],
  ["There was an error establishing an SSL connection", true],
  ["The server does not support SSL connections", false],
  ["SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string", false],
])("a driver that says %s at the start is worth waiting for: %s", (message, isWorth) => {
  expect(isWorthWaiting(new Error(message))).toBe(isWorth);
});
