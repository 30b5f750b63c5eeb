import { expect, test } from "vitest";
import { clientOf } from "./client-address.ts";

test("all addresses of one IPv6 network are one client, and IPv4 is the same however it is written", () => {
  expect(clientOf("2001:db8:1:2:aaaa::1")).toBe(clientOf("2001:db8:1:2:bbbb::2"));
  expect(clientOf("2001:db8:1:3::1")).not.toBe(clientOf("2001:db8:1:2::1"));
  expect(clientOf("::ffff:192.0.2.1")).toBe("192.0.2.1");
  expect(clientOf("192.0.2.2")).not.toBe(clientOf("192.0.2.1"));
});
