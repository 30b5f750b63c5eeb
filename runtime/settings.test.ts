import { describe, expect, test } from "vitest";
import { Settings } from "./settings.ts";

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
