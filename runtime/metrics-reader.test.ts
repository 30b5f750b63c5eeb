import { expect, test } from "vitest";
import { isFromThisMachine } from "./metrics-reader.ts";

test.each([
  ["127.0.0.1", {}, true],
  ["127.8.8.8", {}, true],
  ["::1", {}, true],
  ["::ffff:127.0.0.1", {}, true],
  ["::ffff:10.0.0.1", {}, false],
  ["10.0.0.1", {}, false],
  ["203.0.113.7", {}, false],
  ["fe80::1%eth0", {}, false],
  [undefined, {}, false],
  ["127.0.0.1", { "x-forwarded-for": "203.0.113.7" }, false],
  ["127.0.0.1", { forwarded: "for=203.0.113.7" }, false],
  ["127.0.0.1", { via: "1.1 proxy" }, false],
  ["127.0.0.1", { "x-real-ip": "203.0.113.7" }, false],
] as const)(
  "a request of %s with the headers %o is of this machine: %s",
  (remoteAddress, headers, is) => {
    expect(isFromThisMachine({ headers, socket: { remoteAddress } })).toBe(is);
  },
);
