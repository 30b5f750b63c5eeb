import { expect, test } from "vitest";
import { isOwnOrigin } from "./own-origin.ts";

const requestTo = (origin: string | undefined, protocol: "http" | "https", host: string) => ({
  headers: origin === undefined ? {} : { origin },
  protocol,
  host,
});

test.each([
  ["http://127.0.0.1:8080", "http", "127.0.0.1:8080", true],
  ["https://127.0.0.1:8080", "http", "127.0.0.1:8080", false],
  ["http://speech.example", "https", "speech.example", false],
  ["https://speech.example", "https", "speech.example", true],
  ["https://speech.example:443", "https", "speech.example", true],
  ["http://speech.example:8080", "http", "speech.example", false],
  // A proxy that ends TLS and is not named as trusted: the public address counts.
  ["https://public.example", "http", "10.0.0.1:8080", true],
  ["http://public.example", "http", "10.0.0.1:8080", false],
  ["null", "http", "127.0.0.1:8080", false],
  [undefined, "http", "127.0.0.1:8080", false],
] as const)(
  "%s is an own origin of what was asked by %s at %s: %s",
  (origin, protocol, host, is) => {
    expect(isOwnOrigin(requestTo(origin, protocol, host), "https://public.example")).toBe(is);
  },
);
