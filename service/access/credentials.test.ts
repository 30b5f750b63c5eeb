import { describe, expect, test } from "vitest";
import { echoedSubprotocol, requestCredential, socketCredential } from "./credentials.ts";

const isToken = (secret: string) => secret.startsWith("st_");
const none = new URLSearchParams();

describe("requestCredential", () => {
  test("reads both headers, Authorization first", () => {
    expect(requestCredential({ authorization: "bearer sk_a" })).toBe("sk_a");
    expect(requestCredential({ "x-api-key": "sk_b" })).toBe("sk_b");
    expect(requestCredential({ authorization: "Bearer sk_a", "x-api-key": "sk_b" })).toBe("sk_a");
  });

  test("finds nothing in an empty or other scheme", () => {
    expect(requestCredential({ authorization: "Basic abc" })).toBeUndefined();
    expect(requestCredential({ "x-api-key": "" })).toBeUndefined();
    expect(requestCredential({})).toBeUndefined();
  });
});

describe("socketCredential", () => {
  test.each([
    ["bearer, sk_a", "sk_a"],
    ["speech, bearer, st_a", "st_a"],
    ["realtime, openai-insecure-api-key.sk_a", "sk_a"],
  ])("reads the subprotocols %s", (offered, secret) => {
    const headers = { "sec-websocket-protocol": offered };
    expect(socketCredential(headers, none, isToken)).toBe(secret);
  });

  test("takes a session token from the address, never an API key", () => {
    const inAddress = (token: string) => new URLSearchParams({ token });
    expect(socketCredential({}, inAddress("st_a"), isToken)).toBe("st_a");
    expect(socketCredential({}, inAddress("sk_a"), isToken)).toBeUndefined();
  });

  test("finds nothing where nothing was shown", () => {
    expect(socketCredential({ "sec-websocket-protocol": "bearer" }, none, isToken)).toBeUndefined();
    expect(socketCredential({}, none, isToken)).toBeUndefined();
  });
});

test("a subprotocol is echoed, but never the secret one", () => {
  expect(echoedSubprotocol(["bearer", "sk_a"])).toBe("bearer");
  expect(echoedSubprotocol(["openai-insecure-api-key.sk_a", "realtime"])).toBe("realtime");
  expect(echoedSubprotocol(["openai-insecure-api-key.sk_a"])).toBe(false);
});
