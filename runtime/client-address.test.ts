import { expect, test } from "vitest";
import { clientOf, maskedAddress, siteOf, trustProxyOption } from "./client-address.ts";

test("all addresses of one IPv6 network are one client, and IPv4 is the same however it is written", () => {
  expect(clientOf("2001:db8:1:2:aaaa::1")).toBe(clientOf("2001:db8:1:2:bbbb::2"));
  expect(clientOf("2001:db8:1:3::1")).not.toBe(clientOf("2001:db8:1:2::1"));
  expect(clientOf("::ffff:192.0.2.1")).toBe("192.0.2.1");
  expect(clientOf("192.0.2.2")).not.toBe(clientOf("192.0.2.1"));
});

test("a masked address is a network of many clients, and never the address", () => {
  expect(maskedAddress("203.0.113.77")).toBe("203.0.113.0/24");
  expect(maskedAddress("203.0.113.77:5678")).toBe("203.0.113.0/24");
  expect(maskedAddress("::ffff:203.0.113.77")).toBe("203.0.113.0/24");
  expect(maskedAddress("2001:db8:1:2::9")).toBe("2001:db8:1::/48");
  expect(maskedAddress("_hidden1")).toBe("unknown");
  expect(maskedAddress("")).toBe("unknown");
});

test("an address with a port is that of the client, whatever the port, and what is none is one client", () => {
  expect(clientOf("192.0.2.1:5678")).toBe("192.0.2.1");
  expect(clientOf("[2001:db8:1:2::9]:443")).toBe(clientOf("2001:db8:1:2::1"));
  expect(clientOf("[2001:db8:1:2::9]")).toBe(clientOf("2001:db8:1:2::1"));
  expect(clientOf("_hidden1")).toBe(clientOf("_hidden2"));
});

test("a line has all its networks of IPv6", () => {
  expect(siteOf("2001:db8:1:2::1")).toBe(siteOf("2001:db8:1:ffff::1"));
  expect(siteOf("2001:db8:2::1")).not.toBe(siteOf("2001:db8:1::1"));
  expect(siteOf("192.0.2.1")).not.toBe(siteOf("192.0.2.2"));
});

test("proxies are believed by their address or range, with a port as without", () => {
  expect(trustProxyOption([])).toBe(false);
  const isTrusted = trustProxyOption(["127.0.0.1", "10.0.0.0/8", "2001:db8::/32", "::1"]);
  if (isTrusted === false) throw new Error("somebody is believed");
  for (const yes of ["127.0.0.1", "::ffff:127.0.0.1", "10.1.2.3:80", "[2001:db8::1]:80", "::1"]) {
    expect(isTrusted(yes)).toBe(true);
  }
  for (const no of ["127.0.0.2", "11.0.0.1", "2001:db9::1", "unknown", ""]) {
    expect(isTrusted(no)).toBe(false);
  }
});

test("a client that has reset its connection has no address, and counts with those that have none", () => {
  expect(clientOf(undefined)).toBe(clientOf("_hidden1"));
  expect(siteOf(undefined)).toBe(siteOf("_hidden1"));
  expect(maskedAddress(undefined)).toBe("unknown");
  const trust = trustProxyOption(["127.0.0.1", "10.0.0.0/8"]);
  if (trust === false) throw new Error("no proxy is trusted");
  expect(trust(undefined)).toBe(false);
});
