import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issueToken } from "#service/access/demo-session.ts";
import { ERRORS } from "#service/contract/errors.ts";
import { startSpeechService, type SpeechService } from "../../support/service/speech-service.ts";
import { ownStyles, styleSource } from "../../support/own-styles.ts";
import { someModels } from "../../support/service/some-models.ts";
import type { TemporaryDirectory } from "../../support/temporary-directory.ts";

let models: TemporaryDirectory;
let service: SpeechService;
beforeAll(async () => {
  models = await someModels("synth-v1", "synth-v2");
  service = await startSpeechService({
    SPEECH_MODELS_DIR: models.path,
    METRICS_TOKEN: "metrics-token",
    STATUS_URL: "https://status.example.org",
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await models[Symbol.asyncDispose]();
});

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(new URL(path, service.url), { headers, redirect: "manual" });

describe("credentials", () => {
  test.each([
    ["nothing", {}, "missing_api_key"],
    ["an unknown key", { authorization: "Bearer sk_unknown" }, "invalid_api_key"],
    ["something else", { authorization: "Bearer hello" }, "invalid_api_key"],
    ["a forged token", { authorization: "Bearer st_a.1.b" }, "invalid_token"],
    [
      "a token of another service",
      { authorization: `Bearer ${issueToken("other", Date.now()).token}` },
      "invalid_token",
    ],
  ])("%s is refused with 401", async (_title, headers, code) => {
    const answer = await get("/v1/models", headers);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      error: { code, type: "authentication_error", param: null },
    });
  });

  test("a key works in both headers", async () => {
    expect((await get("/v1/models", { "x-api-key": service.key })).status).toBe(200);
    expect((await get("/v1/models", { authorization: `bearer ${service.key}` })).status).toBe(200);
  });
});

describe("POST /v1/sessions", () => {
  const begin = (headers: Readonly<Record<string, string>>) =>
    fetch(new URL("/v1/sessions", service.url), { method: "POST", headers });

  test("is anonymous from the service's own pages alone", async () => {
    const own = await begin({ origin: service.url });
    expect(own.status).toBe(201);
    const session = (await own.json()) as { token: string };
    expect(session).toMatchObject({
      object: "session",
      token: expect.stringMatching(/^st_/),
      expires_in: 600,
      expires_at: expect.any(String),
    });
    const used = await get("/v1/voices?type=builtin", { authorization: `Bearer ${session.token}` });
    expect(used.status).toBe(200);
    const usage = await get("/v1/usage", { authorization: `Bearer ${session.token}` });
    expect(await usage.json()).toMatchObject({ error: { code: "account_required" } });
    expect((await begin({ origin: "https://elsewhere.example" })).status).toBe(401);
    expect((await begin({})).status).toBe(401);
    expect((await begin({ authorization: `Bearer ${service.key}` })).status).toBe(201);
  });
});

describe("errors of the address", () => {
  test("unknown paths are 404, wrong methods 405, each with a request id", async () => {
    const unknown = await get("/v2/nothing");
    expect(unknown.status).toBe(404);
    expect(unknown.headers.get("x-request-id")).toMatch(/^req_[0-9a-f]{24}$/);
    expect(await unknown.json()).toMatchObject({ error: { code: "not_found" } });
    const wrong = await get("/v1/audio/speech");
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get("allow")).toBe("POST");
    expect(await wrong.json()).toMatchObject({ error: { code: "method_not_allowed" } });
  });

  test("an address that cannot be read has the same body", async () => {
    const answer = await get("/v1/%ff");
    expect(answer.status).toBe(400);
    expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
    expect(await answer.json()).toMatchObject({ error: { code: "invalid_request" } });
  });

  test("bytes that are no request have the same body", async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.end("hello\r\n\r\n");
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/x-request-id: req_/);
    expect(answer).toContain('"code":"invalid_request"');
  });

  test("a query that is not known is refused with its field", async () => {
    const answer = await get("/v1/voices?type=any", { authorization: `Bearer ${service.key}` });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { code: "invalid_request", param: "type" },
    });
  });
});

describe("health", () => {
  test("each synthesis model is told apart", async () => {
    expect(await (await get("/health/synth")).json()).toEqual({
      status: "ok",
      service: "synth",
      model: "synth-v2",
      models: {
        "synth-v1": { status: "ok", sample_rate: 24_000, default: false },
        "synth-v2": { status: "ok", sample_rate: 48_000, default: true },
      },
      limits_degraded: false,
      missing_capabilities: {
        "synth-v1": ["designed_voices", "directed_delivery", "cloned_voices"],
      },
    });
    expect((await get("/healthz")).status).toBe(200);
    expect((await get("/readyz")).status).toBe(200);
  });

  test("metrics ask for their token", async () => {
    expect((await get("/metrics")).status).toBe(401);
    expect((await get("/metrics", { authorization: "Bearer wrong" })).status).toBe(401);
    const metrics = await get("/metrics", { authorization: "Bearer metrics-token" });
    expect(await metrics.text()).toMatch(/service_model_state\{model="synth-v2",state="ok"\} 1/);
  });
});

describe("samples of voices", () => {
  test("are made once, whoever asks, and kept by browsers until the weights are others", async () => {
    const sampleOf = async (page: string) =>
      /data-name="ayla" data-sample="([^"]+)"/.exec(await (await get(page)).text())?.[1] ?? "";
    const address = await sampleOf("/docs/voices");
    const answers = await Promise.all(Array.from({ length: 3 }, () => get(address)));
    const [first, ...others] = await Promise.all(answers.map((answer) => answer.bytes()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers[0]?.headers.get("content-type")).toBe("audio/mpeg");
    expect(answers[0]?.headers.get("cache-control")).toMatch(/public, max-age=\d{8}, immutable/);
    expect(first?.length).toBeGreaterThan(20_000);
    for (const other of others) expect(other).toEqual(first);
    const spoken = await (await get("/metrics", { authorization: "Bearer metrics-token" })).text();
    expect(spoken).toMatch(/service_queue_wait_seconds_count\{model="synth-v2"\} 1\n/);
    expect(spoken).not.toMatch(/service_audio_seconds_total\{.*speech/);
    const etag = answers[0]?.headers.get("etag") ?? "";
    const plain = address.split("?")[0] ?? "";
    const notModified = await get(plain, { "if-none-match": etag });
    expect([notModified.status, notModified.headers.get("cache-control")]).toEqual([
      304,
      "no-cache",
    ]);
    expect((await get(plain, { "if-none-match": '"other"' })).status).toBe(200);
    expect((await get(`${plain}?v=other`)).headers.get("cache-control")).toBe("no-cache");
  });

  test("are sent in the parts that a player asks for", async () => {
    const address = "/voices/synth-v2/ayla.mp3";
    const whole = await get(address);
    const bytes = await whole.bytes();
    expect(whole.headers.get("accept-ranges")).toBe("bytes");
    const first = await get(address, { range: "bytes=0-1" });
    expect([first.status, first.headers.get("content-range")]).toEqual([
      206,
      `bytes 0-1/${bytes.length}`,
    ]);
    expect(await first.bytes()).toEqual(bytes.subarray(0, 2));
    const rest = await get(address, { range: "bytes=1000-" });
    expect(await rest.bytes()).toEqual(bytes.subarray(1000));
    expect((await get(address, { range: `bytes=${bytes.length}-` })).status).toBe(416);
    const changed = { range: "bytes=0-1", "if-range": '"other"' };
    expect((await get(address, changed)).status).toBe(200);
  });

  test.each(["/voices/synth-v2/nobody.mp3", "/voices/other/ayla.mp3", "/voices/synth-v2/ayla"])(
    "there is none at %s",
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});

describe("pages", () => {
  test.each([
    ["/", "website"],
    ["/docs", "docs"],
    ["/demo", "demo"],
    ["/dashboard", "sign-in"],
  ])("%s is the page %s and its files load", async (path, page) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-security-policy")).not.toMatch(/unsafe/);
    const html = await answer.text();
    expect(html).toContain(`<meta name="page" content="${page}"/>`);
    const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file);
    expect(html).not.toContain('<link rel="stylesheet"');
    expect(ownStyles(html)).toHaveLength(1);
    expect(answer.headers.get("content-security-policy")).toContain(styleSource(html));
    expect(html).toMatch(/<script type="module" src="\/assets\//);
    for (const file of files) {
      const asset = await get(file ?? "");
      expect(asset.status).toBe(200);
      expect(asset.headers.get("cache-control")).toMatch(/immutable/);
    }
  });

  test("and their files come compressed to whoever takes that, and say so to caches", async () => {
    const plain = await get("/docs", { "accept-encoding": "identity" });
    expect(plain.headers.get("content-encoding")).toBeNull();
    const html = await plain.text();
    const [script = ""] = /\/assets\/[^"]+\.js/.exec(html) ?? [];
    const plainScript = await get(script, { "accept-encoding": "identity" });
    const contents = { "/docs": html, [script]: await plainScript.text() };
    for (const [path, content] of Object.entries(contents)) {
      for (const encoding of ["br", "gzip"]) {
        const answer = await get(path, { "accept-encoding": encoding });
        expect(answer.headers.get("content-encoding")).toBe(encoding);
        expect(answer.headers.get("vary")).toContain("accept-encoding");
        expect(Number(answer.headers.get("content-length"))).toBeLessThan(content.length / 2);
        expect(await answer.text()).toBe(content);
      }
    }
  });

  test("have a picture in their language for those who share links to them", async () => {
    const html = await (await get("/docs?lang=tr")).text();
    const [, address = ""] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
    expect(address).toBe(`${service.url}/picture.png?lang=tr`);
    const turkish = await get(address);
    expect(turkish.headers.get("content-type")).toBe("image/png");
    const english = await get("/picture.png");
    expect(await english.bytes()).not.toEqual(await turkish.bytes());
    expect(await (await get("/dashboard")).text()).not.toContain("og:image");
  });

  test("have an icon for those who read none of their HTML", async () => {
    const icon = await get("/favicon.ico");
    expect(icon.status).toBe(200);
    expect(icon.headers.get("content-type")).toBe("image/png");
  });

  test("speak the reader's language", async () => {
    const turkish = await (await get("/", { "accept-language": "tr-TR,tr;q=0.9,en;q=0.8" })).text();
    expect(turkish).toContain('<html lang="tr">');
    const english = await (await get("/", { "accept-language": "en-GB,tr;q=0.5" })).text();
    expect(english).toContain('<html lang="en">');
  });

  test("that do not exist are a page in the reader's language for browsers, and an error for programs", async () => {
    const browser = { accept: "text/html,*/*;q=0.8" };
    for (const path of ["/nowhere", "/docs/nowhere"]) {
      const page = await get(path, { ...browser, "accept-language": "tr" });
      expect(page.status).toBe(404);
      expect(page.headers.get("content-security-policy")).not.toBeNull();
      expect(await page.text()).toMatch(/<html lang="tr">.*content="not-found"/s);
      const switched = await get(`${path}?lang=en`, { ...browser, cookie: "lang=tr" });
      expect(switched.headers.get("set-cookie")).toMatch(/^lang=en;/);
      expect(await switched.text()).toContain('<html lang="en">');
      const answer = await get(path, { accept: "application/json" });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: { code: "not_found" } });
    }
    expect(await (await get("/v1/nowhere", browser)).json()).toMatchObject({
      error: { code: "not_found" },
    });
    expect((await get("/v1/audio/speech", browser)).status).toBe(405);
  });

  test("lead to the status page that the service is told of", async () => {
    expect(await (await get("/docs")).text()).toContain('href="https://status.example.org"');
  });

  test("the docs name every error code", async () => {
    const html = await (await get("/docs/errors")).text();
    for (const [name, kind] of Object.entries(ERRORS)) {
      expect(html).toContain("code" in kind ? kind.code : name);
    }
  });
});

describe("dashboard", () => {
  const post = (path: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(new URL(path, service.url), {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body,
    });
  const form = (email: string, password: string) =>
    new URLSearchParams({ email, password }).toString();

  test("signs in, shows keys and usage, signs out", async () => {
    const entered = await post("/dashboard/sign-in", form(service.email, service.password));
    expect(entered.status).toBe(303);
    const setCookie = entered.headers.get("set-cookie") ?? "";
    expect(setCookie).toMatch(/HttpOnly/);
    expect(setCookie).toMatch(/SameSite=Lax/);
    const cookie = setCookie.split(";")[0] ?? "";
    const html = await (await get("/dashboard", { cookie })).text();
    expect(html).toContain('<meta name="page" content="dashboard"/>');
    expect(html).toContain('id="keys"');
    expect(html).toContain('id="usage"');
    expect(html).toContain(service.key.slice(0, 10));
    expect(html).not.toContain(service.key);
    expect((await post("/dashboard/sign-out", "", { cookie })).status).toBe(303);
    expect(await (await get("/dashboard", { cookie })).text()).toContain('content="sign-in"');
  });

  test("refuses a wrong password and a form from another site", async () => {
    const wrong = await post("/dashboard/sign-in", form(service.email, "guess"));
    expect(wrong.status).toBe(401);
    expect(await wrong.text()).toContain('role="alert"');
    const foreign = await post("/dashboard/sign-in", form(service.email, service.password), {
      origin: "https://elsewhere.example",
    });
    expect(foreign.status).toBe(400);
  });

  test("lets nobody guess for long", async () => {
    const guess = async () =>
      (await post("/dashboard/sign-in", form("guessed@example.com", "a"))).status;
    const guesses: number[] = [];
    // A few at a time: passwords are checked one after the other, and more of a client than may wait are refused.
    for (let round = 0; round < 4; round += 1) {
      guesses.push(...(await Promise.all(Array.from({ length: round < 3 ? 8 : 7 }, guess))));
    }
    expect(guesses.filter((status) => status === 429)).toHaveLength(1);
    expect(guesses.filter((status) => status === 401)).toHaveLength(30);
  });
});
