import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

describe("settings", () => {
  test("have defaults for one machine", () => {
    expect(readConfig({})).toMatchObject({
      host: "127.0.0.1",
      port: 8090,
      url: "http://127.0.0.1:8090",
      databaseUrl: undefined,
      metricsToken: undefined,
    });
  });

  test("are taken from the environment, an empty one as if it was not there", () => {
    const config = readConfig({
      STATUS_HOST: "::1",
      STATUS_PORT: "9000",
      STATUS_DATABASE_URL: "postgresql://monitor@db/status",
      METRICS_TOKEN: "",
    });
    expect(config).toMatchObject({
      url: "http://[::1]:9000",
      databaseUrl: "postgresql://monitor@db/status",
      metricsToken: undefined,
    });
  });

  test("drop the slash that ends an address", () => {
    expect(readConfig({ STATUS_URL: "https://status.example.org/" }).url).toBe(
      "https://status.example.org",
    );
  });

  test.each([
    { STATUS_PORT: "http" },
    { STATUS_PORT: "70000" },
    { STATUS_PORT: "-1" },
    { STATUS_URL: "status.example.org" },
    { STATUS_DATABASE_URL: "mysql://db/status" },
    { STATUS_ADMIN_TOKEN: "too-short" },
    { STATUS_ADMIN_TOKEN: "with a blank in it, but long enough" },
  ])("refuse %o in one line that names the variable", (environment) => {
    const [name = ""] = Object.keys(environment);
    expect(() => readConfig(environment)).toThrow(ConfigError);
    expect(() => readConfig(environment)).toThrow(new RegExp(`^${name} [^\n]+ it takes [^\n]+$`));
  });

  test("never repeat a database's password, nor the admin token", () => {
    expect(() => readConfig({ STATUS_DATABASE_URL: "mysql://u:secret@db" })).not.toThrow(/secret/);
    expect(() => readConfig({ STATUS_ADMIN_TOKEN: "secret" })).not.toThrow(/secret/);
  });
});
