import { describe, expect, test } from "vitest";
import { ConfigError, Settings } from "./settings.ts";

const read = (environment: Readonly<Record<string, string>>): Settings => new Settings(environment);

describe("the address of a database", () => {
  const name = "SERVICE_DATABASE_URL";

  test("need not be set, and is that of the embedded one where it says so", () => {
    expect(read({}).databaseUrl(name)).toBeUndefined();
    expect(read({ [name]: "embedded" }).databaseUrl(name)).toBeUndefined();
    expect(read({ [name]: "postgres://h/d" }).databaseUrl(name)).toBe("postgres://h/d");
  });

  test("has to be set in production, where the embedded one is asked for by its name", () => {
    const production = { NODE_ENV: "production" };
    expect(() => read(production).databaseUrl(name)).toThrow(
      "SERVICE_DATABASE_URL is not set; with NODE_ENV=production it takes a postgres:// address, or embedded for the embedded database",
    );
    expect(read({ ...production, [name]: "embedded" }).databaseUrl(name)).toBeUndefined();
  });
});

describe("the address of a site", () => {
  test.each(["https://status.example.com", "https://status.example.com/", "http://[::1]:80"])(
    "%s is taken",
    (url) => {
      expect(read({ PUBLIC_URL: url }).siteUrl("PUBLIC_URL")).toBe(url.replace(/\/$/, ""));
    },
  );

  test.each([
    ["http://127.0.0.1:21080/status", "takes an address without a path"],
    ["http://a.example/status/", "takes an address without a path"],
    ["http://a.example/?a", "takes an address without ? and #"],
    ["http://a.example/#a", "takes an address without ? and #"],
    ["http://user:word@a.example/", "has a user or a password in it"],
    ["ftp://a.example", "takes an http:// or https:// address"],
    ["http://a.example:99999", "takes an http:// or https:// address"],
  ])("%s is refused", (url, message) => {
    expect(() => read({ PUBLIC_URL: url }).siteUrl("PUBLIC_URL")).toThrow(message);
    expect(() => read({ PUBLIC_URL: url }).siteUrl("PUBLIC_URL")).not.toThrow("user:word");
  });

  test.each(["https://a.example", "https://a.example/status/", "http://[::1]:80/a-b/c_d.1~"])(
    "%s is taken where it may have a path",
    (url) => {
      const taken = read({ STATUS_URL: url }).siteUrlWithPath("STATUS_URL");
      expect(taken).toBe(url.replace(/\/$/, ""));
    },
  );

  test.each([
    "http://a.example//status",
    "http://a.example/a/../b",
    "http://a.example/ş",
    "http://a.example/a%20b",
  ])("%s is refused where it may have a path", (url) => {
    const message = "the parts of its path take letters, digits and ._~-";
    expect(() => read({ STATUS_URL: url }).siteUrlWithPath("STATUS_URL")).toThrow(message);
  });

  test("may have a path where it is only asked", () => {
    expect(read({ BASE_URL: "http://a.example/api/" }).webUrl("BASE_URL")).toBe(
      "http://a.example/api",
    );
  });
});

test("a program drains for ten seconds in production, and not at all elsewhere, unless it is set", () => {
  expect(read({}).drainSeconds).toBe(0);
  expect(read({ NODE_ENV: "production" }).drainSeconds).toBe(10);
  expect(read({ NODE_ENV: "production", DRAIN_SECONDS: "300" }).drainSeconds).toBe(300);
  expect(() => read({ DRAIN_SECONDS: "301" }).drainSeconds).toThrow(
    /^DRAIN_SECONDS is "301"; it takes .* from 0 to 300$/,
  );
});

describe("trusted proxies", () => {
  test("are addresses and ranges, with commas or spaces between", () => {
    expect(read({}).trustedProxies).toEqual([]);
    const proxies = ["10.1.2.3", "fd00::1", "10.0.0.0/8", "10.0.0.1/32", "fd00::/128", "::/1"];
    expect(read({ TRUSTED_PROXIES: proxies.join(", ") }).trustedProxies).toEqual(proxies);
  });

  test.each([
    ["10.0.0.0/33", ""],
    ["fd00::/129", ""],
    ["proxy", ""],
    ["10.0.0.0/", ""],
    ["10.0.0.0/8/8", ""],
    ["0.0.0.0/0", ", of proxies of yours: not all addresses"],
    ["::/00", ", of proxies of yours: not all addresses"],
  ])("are not %s", (proxy, more) => {
    expect(() => read({ TRUSTED_PROXIES: `10.1.2.3,${proxy}` }).trustedProxies).toThrow(
      new ConfigError(
        `TRUSTED_PROXIES has "${proxy}"; it takes IP addresses and CIDR ranges with commas between${more}`,
      ),
    );
  });
});

test("keys that encrypt have 32 to 200 characters", () => {
  const [key, other] = ["a".repeat(32), "b".repeat(200)];
  expect(read({}).encryptionKeys).toEqual([]);
  expect(read({ ENCRYPTION_KEY: key }).encryptionKeys).toEqual([key]);
  expect(read({ ENCRYPTION_KEY: key, ENCRYPTION_KEY_2: other }).encryptionKeys).toEqual([
    key,
    other,
  ]);
  for (const wrong of ["a".repeat(31), "a".repeat(201)]) {
    expect(() => read({ ENCRYPTION_KEY: wrong }).encryptionKeys).toThrow("32 to 200 characters");
  }
});
