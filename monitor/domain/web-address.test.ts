import type { TSchema } from "typebox";
import { Value } from "typebox/value";
import { describe, expect, test } from "vitest";
import { addressAndPort, hostName, lookedUpName, webAddress } from "./web-address.ts";

/** Returns the first fault of a value; undefined if there is none. */
const faultOf = (schema: TSchema, value: string): string | undefined =>
  Value.Errors(schema, value)[0]?.message;

const label = "a".repeat(63);
/** The longest name in DNS: 253 characters. */
const longest = `${label}.${label}.${label}.${"a".repeat(61)}`;

describe("a web address", () => {
  const schema = webAddress("Where.");

  test.each([
    "http://localhost",
    "https://example.com:65535/path?a=b#c",
    "http://example.com:1",
    "http://192.0.2.1/",
    "https://[2001:db8::1]:8443/",
    "https://örnek.com.tr.",
    "http://a_b.example",
    `https://${longest}/`,
  ])("is %s", (address) => {
    expect(faultOf(schema, address)).toBeUndefined();
  });

  test.each([
    ["https://ada@example.com", "has a user or a password in it, which nothing would send"],
    ["https://ada:x@example.com", "has a user or a password in it, which nothing would send"],
    ["http://example.com:0", "has a port that is none: takes 1 to 65535"],
    ["http://example.com:65536", "has a port that is none: takes 1 to 65535"],
    ["http://example.com:", "has a port that is none: takes 1 to 65535"],
    ["http://example.com:80a/", "has a port that is none: takes 1 to 65535"],
    ["http://[2001:db8::x]/", 'has a host that cannot be: "[2001:db8::x]"'],
    ["http://[192.0.2.1]/", 'has a host that cannot be: "[192.0.2.1]"'],
    ["http://:80/", 'has a host that cannot be: ""'],
    ["http://?x", 'has a host that cannot be: ""'],
    ["http://a b/", 'has a host that cannot be: "a b"'],
    ["http://a..b/", 'has a host that cannot be: "a..b"'],
    ["http://192.0.2.256/", 'has a host that cannot be: "192.0.2.256"'],
    ["http://a%20b/", 'has a host that cannot be: "a%20b"'],
    [`http://${label}a.de/`, `has a host that cannot be: "${label}a.de"`],
    [`http://${longest}a/`, `has a host that cannot be: "${longest}a"`],
  ])("is not %s", (address, fault) => {
    expect(faultOf(schema, address)).toBe(fault);
  });

  test.each(["ftp://example.com", "example.com", "http:///path", "HTTP://example.com", ""])(
    "begins with http: or https:, unlike %j",
    (address) => {
      expect(Value.Errors(schema, address)).toMatchObject([{ keyword: "pattern" }]);
    },
  );

  test("may be a variable for editors, and may have a default", () => {
    expect(faultOf(schema, "${STATUS_URL}/x")).toBeUndefined();
    expect(webAddress("Where.", "http://a")).toMatchObject({ default: "http://a" });
    expect(schema).not.toHaveProperty("default");
  });
});

describe("a host", () => {
  const schema = hostName("Host.");

  test.each(["localhost", "example.com", "örnek.com", "192.0.2.1", "2001:db8::1", longest])(
    "is %s",
    (host) => {
      expect(faultOf(schema, host)).toBeUndefined();
    },
  );

  test.each([
    ["[2001:db8::1]", "stands in brackets; takes an IPv6 address without them"],
    ["[192.0.2.1]", "cannot be the name or the address of a host"],
    ["example.com:443", "has a port in it, which is a key of its own"],
    ["example.com:", "has a port in it, which is a key of its own"],
    ["2001:db8::x", "cannot be the name or the address of a host"],
    ["a@b", "cannot be the name or the address of a host"],
    ["a..b", "cannot be the name or the address of a host"],
    [`${label}a`, "cannot be the name or the address of a host"],
    ["1.2.3.4.5", "cannot be the name or the address of a host"],
  ])("is not %s", (host, fault) => {
    expect(faultOf(schema, host)).toBe(fault);
  });

  test.each(["a b", "http://a", ""])("has no space and no slash, unlike %j", (host) => {
    expect(Value.Errors(schema, host)).toMatchObject([{ keyword: "pattern" }]);
  });
});

describe("a name that is looked up", () => {
  const schema = lookedUpName("Name.");

  test.each([
    "example.com",
    "_sip._tcp.example.com.",
    ".",
    "a*b",
    "a/b",
    "xn--a",
    "örnek.com",
    longest,
  ])("is %s", (name) => {
    expect(faultOf(schema, name)).toBeUndefined();
  });

  test.each([
    ["192.0.2.1", "is an address; takes a name"],
    ["::1", "is an address; takes a name"],
    ["a b", "cannot be a name in DNS"],
    ["ö b", "cannot be a name in DNS"],
    ["..", "cannot be a name in DNS"],
    [".a", "cannot be a name in DNS"],
    [`${label}a.de`, "cannot be a name in DNS"],
    [`${longest}a`, "cannot be a name in DNS"],
  ])("is not %s", (name, fault) => {
    expect(faultOf(schema, name)).toBe(fault);
  });

  test("is not empty", () => {
    expect(Value.Errors(schema, "")).toMatchObject([{ keyword: "minLength" }]);
  });
});

describe("an address with or without a port", () => {
  const schema = addressAndPort("Server.");

  test.each([
    "192.0.2.1",
    "192.0.2.1:1",
    "192.0.2.1:65535",
    "2001:db8::1",
    "[2001:db8::1]",
    "[2001:db8::1]:53",
  ])("is %s", (address) => {
    expect(faultOf(schema, address)).toBeUndefined();
  });

  test.each([
    "example.com",
    "192.0.2.1:0",
    "192.0.2.1:65536",
    "192.0.2.1:",
    "[192.0.2.1]:53",
    "[2001:db8::x]:53",
    "2001:db8::x",
    "",
  ])("is not %j", (address) => {
    expect(faultOf(schema, address)).toBe(
      "takes an address, or address:port; an IPv6 address with a port stands in brackets",
    );
  });
});
