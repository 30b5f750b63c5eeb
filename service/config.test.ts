import { describe, expect, test } from "vitest";
import { ConfigError } from "#runtime/settings.ts";
import { readConfig, readDownloadConfig } from "./config.ts";

describe("readConfig", () => {
  test("has a default for everything", () => {
    const config = readConfig({});
    expect(config).toMatchObject({ host: "127.0.0.1", port: 8080, compatModelId: "whisper-1" });
    expect(config.bootstrap.email).toBe("probe@localhost");
    expect(config.modelsFolder).toMatch(/service\/models$/);
  });

  test("reads the addresses of proxies that are trusted, of none by default", () => {
    expect(readConfig({}).trustedProxies).toEqual([]);
    const given = readConfig({ TRUSTED_PROXIES: "10.0.0.0/8, 192.168.1.7,fd00::/8 , ::1" });
    expect(given.trustedProxies).toEqual(["10.0.0.0/8", "192.168.1.7", "fd00::/8", "::1"]);
  });

  test("takes an empty variable as unset", () => {
    expect(readConfig({ SERVICE_PORT: "", PUBLIC_URL: " " })).toMatchObject({
      port: 8080,
      publicUrl: undefined,
    });
  });

  test.each([
    ["SERVICE_PORT", "80a", 'SERVICE_PORT is "80a"; it takes a port from 0 to 65535'],
    ["SERVICE_PORT", "70000", 'SERVICE_PORT is "70000"; it takes a port from 0 to 65535'],
    ["ENGINE_PROCESSES", "0", 'ENGINE_PROCESSES is "0"; it takes a whole number from 1 to 64'],
    ["PUBLIC_URL", "example", 'PUBLIC_URL is "example"; it takes an http:// or https:// address'],
    [
      "REDIS_URL",
      "localhost:6379",
      "REDIS_URL is no such address; it takes redis://… or rediss://…",
    ],
    [
      "TRUSTED_PROXIES",
      "10.0.0.0/8, proxy.example",
      'TRUSTED_PROXIES has "proxy.example"; it takes IP addresses and CIDR ranges with commas between',
    ],
    [
      "TRUSTED_PROXIES",
      "10.0.0.1/33",
      'TRUSTED_PROXIES has "10.0.0.1/33"; it takes IP addresses and CIDR ranges with commas between',
    ],
    [
      "OIDC_ISSUER",
      "http://login.example.com",
      'OIDC_ISSUER is "http://login.example.com"; it takes an https:// address without ? and #',
    ],
    [
      "OIDC_ISSUER",
      "https://login.example.com/",
      "OIDC_CLIENT_ID is not set; with OIDC_ISSUER it takes a client's id",
    ],
    [
      "CORS_ORIGINS",
      "https://app.example.com, app.example.com/",
      'CORS_ORIGINS has "app.example.com/"; it takes * or origins like https://app.example.com, with commas between',
    ],
    [
      "SMART_FORMAT",
      "srt, subtitles",
      'SMART_FORMAT has "subtitles"; it takes json, text, verbose_json, diarized_json, srt, vtt, with commas between',
    ],
    ["LOG_LEVEL", "loud", 'LOG_LEVEL is "loud"; it takes one of trace, debug, info, warn, error'],
    ["BOOTSTRAP_EMAIL", "me", 'BOOTSTRAP_EMAIL is "me"; it takes an e-mail address'],
    [
      "BOOTSTRAP_API_KEY",
      "hunter2",
      "BOOTSTRAP_API_KEY has 7 unfit characters; it takes sk_ and at least 20 letters, digits, _ or -",
    ],
  ])("%s=%s is refused in one line", (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(message));
  });
});

describe("the settings of downloads", () => {
  test("are no mirror and no proxies where nothing is set", () => {
    expect(readDownloadConfig({})).toEqual({
      mirror: undefined,
      proxies: { http: "", https: "", none: "" },
    });
  });

  test("are those of curl, whose names in small letters come first", () => {
    expect(
      readDownloadConfig({
        MODELS_MIRROR: "https://mirror.example/models//",
        http_proxy: "proxy.example:3128",
        HTTP_PROXY: "http://other.example",
        HTTPS_PROXY: "https://secure.example:8443",
        no_proxy: "localhost",
        NO_PROXY: "other",
      }),
    ).toEqual({
      mirror: "https://mirror.example/models",
      proxies: {
        http: "http://proxy.example:3128",
        https: "https://secure.example:8443",
        none: "localhost",
      },
    });
    expect(readDownloadConfig({ NO_PROXY: "other" }).proxies.none).toBe("other");
  });

  test.each([
    ["http_proxy", "socks5://proxy.example"],
    ["HTTPS_PROXY", "ftp://proxy.example"],
    ["HTTP_PROXY", "http://"],
  ])("%s=%s is refused by its name", (name, value) => {
    expect(() => readDownloadConfig({ [name]: value })).toThrow(
      new ConfigError(`${name} is no address of a proxy; it takes http://HOST:PORT`),
    );
  });
});
