import { describe, expect, test } from "vitest";
import { ConfigError } from "#runtime/settings.ts";
import { readConfig } from "./config.ts";

describe("settings", () => {
  test("have defaults for one machine", () => {
    expect(readConfig({})).toMatchObject({
      host: "127.0.0.1",
      port: 8090,
      url: "http://127.0.0.1:8090",
      databaseUrl: undefined,
      metricsTokens: [],
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
      metricsTokens: [],
    });
  });

  test("let the console be where the page is, unless it has a port of its own", () => {
    const page = { STATUS_HOST: "::1", STATUS_URL: "https://status.example.org" };
    expect(readConfig(page)).toMatchObject({
      consoleListener: undefined,
      consoleUrl: "https://status.example.org",
    });
    expect(readConfig({ ...page, CONSOLE_PORT: "8091" })).toMatchObject({
      consoleListener: { host: "::1", port: 8091 },
      consoleUrl: "http://[::1]:8091",
    });
    const own = { CONSOLE_HOST: "10.0.0.7", CONSOLE_URL: "https://console.example.org/" };
    expect(readConfig({ ...page, CONSOLE_PORT: "0", ...own })).toMatchObject({
      consoleListener: { host: "10.0.0.7", port: 0 },
      consoleUrl: "https://console.example.org",
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
    { CONSOLE_PORT: "https" },
    { CONSOLE_URL: "console.example.org" },
    { STATUS_DATABASE_URL: "mysql://db/status" },
    { STATUS_ADMIN_TOKEN: "too-short" },
    { STATUS_ADMIN_TOKEN: "with a blank in it, but long enough" },
    { SMTP_URL: "mail.example.com:25" },
    { SMTP_URL: "https://mail.example.com" },
    { SMTP_URL: "smtp://" },
    { MAIL_FROM: "status", SMTP_URL: "smtp://mail.example.com" },
    { MAIL_FROM: "Status <status@example.com>\r\nBcc: all@example.com", SMTP_URL: "smtp://mail" },
    { MAIL_FROM: "", SMTP_URL: "smtp://mail.example.com" },
    { WEBHOOK_ALLOW_PRIVATE: "yes" },
    { TRUSTED_PROXIES: "10.0.0.0/8, proxy.example" },
  ])("refuse %o in one line that names the variable", (environment) => {
    const [name = ""] = Object.keys(environment);
    expect(() => readConfig(environment)).toThrow(ConfigError);
    expect(() => readConfig(environment)).toThrow(new RegExp(`^${name} [^\n]+ it takes [^\n]+$`));
  });

  test("never repeat a database's password, nor the admin token", () => {
    expect(() => readConfig({ STATUS_DATABASE_URL: "mysql://u:secret@db" })).not.toThrow(/secret/);
    expect(() => readConfig({ STATUS_ADMIN_TOKEN: "secret" })).not.toThrow(/secret/);
  });

  test("never repeat a mail server's password", () => {
    expect(() => readConfig({ SMTP_URL: "imap://u:secret@mail" })).toThrow(ConfigError);
    expect(() => readConfig({ SMTP_URL: "imap://u:secret@mail" })).not.toThrow(/secret/);
  });

  test("say how subscribers are told: by mail only where there is a mail server", () => {
    expect(readConfig({ STATUS_URL: "https://status.example.org/" }).subscriptions).toEqual({
      statusUrl: "https://status.example.org",
      mail: undefined,
      webhooks: { allowPrivate: false },
    });
    const { subscriptions, trustedProxies } = readConfig({
      SMTP_URL: "smtps://u:p@mail.example.com:465",
      MAIL_FROM: "Konuşma Durumu <status@example.com>",
      WEBHOOK_ALLOW_PRIVATE: "true",
      TRUSTED_PROXIES: "10.0.0.0/8, ::1",
    });
    expect(subscriptions.mail).toEqual({
      smtpUrl: "smtps://u:p@mail.example.com:465",
      from: "Konuşma Durumu <status@example.com>",
    });
    expect(subscriptions.webhooks).toEqual({ allowPrivate: true });
    expect(trustedProxies).toEqual(["10.0.0.0/8", "::1"]);
  });
});
