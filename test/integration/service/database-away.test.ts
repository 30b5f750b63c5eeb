import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casesOf, longTest, shortTest } from "../../support/lengths.ts";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import { generateApiKey } from "#service/accounts/api-key.ts";
import { AccountStore } from "#service/accounts/store.ts";
import { ERRORS, type ErrorKind, type ErrorName } from "#service/contract/errors.ts";
import { SOCKETS } from "#service/contract/documents/asyncapi.ts";
import { errorsOf } from "#service/contract/documents/openapi.ts";
import { OPERATIONS, type NamedOperation } from "#service/contract/documents/operations.ts";
import { askJson, errorOf } from "../../support/ask-json.ts";
import { describeWithPostgresql } from "../../support/databases/every-database.ts";
import { eventually } from "../../support/eventually.ts";
import { parseExposition, sumOf } from "../../support/servers/exposition.ts";
import {
  startSwallowingProxy,
  type SwallowingProxy,
} from "../../support/servers/swallowing-proxy.ts";
import {
  fixtureClip,
  speechRequest,
  startSpeechService,
  transcriptionForm,
  type SpeechService,
} from "../../support/service/speech-service.ts";
import { refusalOf } from "../../support/service/refusal-body.ts";
import { openStream } from "../../support/service/stream-client.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

/** Beside trainings and other tests models take minutes to load. */
const STARTING_MS = 360_000;
/** Number of operations that `npm test` sends requests to; `npm run test:long` sends them to the others. */
const SHORT_OPERATIONS = 6;
const VOICE = "ayla";
const MODEL = "transcribe-1";
/** First messages of the sockets with other vendors' protocols. */
const FIRST_MESSAGES: Readonly<Record<string, string>> = {
  "/v1/realtime": "session.created",
  "/v1/speak": "Metadata",
};

/** Valid bodies by operation, so that each request gets as far as the database. */
async function requests(): Promise<Readonly<Record<string, RequestInit>>> {
  const { wav } = await fixtureClip();
  const recording = { reference_audio: wav.toString("base64"), consent: true };
  const speech = speechRequest({ text: "Merhaba." });
  return {
    deepgramListen: {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: Buffer.from(wav),
    },
    deepgramSpeak: speech,
    elevenlabsSpeak: speech,
    elevenlabsStream: speech,
    elevenlabsTimedSpeech: speech,
    elevenlabsTimedStream: speech,
    elevenlabsTranscribe: {
      method: "POST",
      body: transcriptionForm(wav, { model_id: "scribe_v1" }),
    },
    createTranscription: { method: "POST", body: transcriptionForm(wav) },
    createSpeech: speechRequest({ input: "Merhaba.", voice: VOICE }),
    createVoice: speechRequest({ ...recording, name: "Ses" }),
    changeVoice: speechRequest({ name: "Ses" }),
    createJob: { method: "POST", body: transcriptionForm(wav) },
    createPronunciation: speechRequest({ word: "NATO", alias: "nato" }),
    changePronunciation: speechRequest({ alias: "pakt" }),
    previewPronunciations: speechRequest({ input: "NATO" }),
  };
}

/** An ordinary account, whose quota is counted. */
async function newKey(url: string): Promise<string> {
  await using directory = await temporaryDirectory("data");
  const database = await openServiceDatabase({ url, dataDirectory: directory.path });
  const accounts = new AccountStore(database.db);
  const account = await accounts.putAccount("ada@example.com", "scrypt$");
  const key = generateApiKey();
  await accounts.addKey(account.id, key, "test");
  await database.close();
  return key;
}

/** The codes that an operation documents, as clients see them. */
function documentedCodes(operation: NamedOperation): readonly string[] {
  return errorsOf(operation).map((name: ErrorName) => {
    const kind: ErrorKind = ERRORS[name];
    return kind.code ?? name;
  });
}

describeWithPostgresql("the service while its database", (server) => {
  let proxy: SwallowingProxy;
  let service: SpeechService;
  let key: string;
  let sent: Readonly<Record<string, RequestInit>>;

  const ask = ({ id, method, path }: NamedOperation, credential: string) => {
    const init = sent[id] ?? {};
    const headers = { ...(init.headers as object), authorization: `Bearer ${credential}` };
    const isSpeech = path.startsWith("/v1/text-to-speech");
    const known = path.startsWith("/v1/models/") ? MODEL : isSpeech ? VOICE : "an_id";
    const address = new URL(path.replace("{id}", known), service.url);
    return fetch(address, { ...init, method: method.toUpperCase(), headers });
  };

  beforeAll(async () => {
    const url = await server().createDatabase();
    const proxied = new URL(url);
    proxy = await startSwallowingProxy(Number(proxied.port));
    proxied.port = String(proxy.port);
    service = await startSpeechService({ SERVICE_DATABASE_URL: proxied.href });
    sent = await requests();
    key = await newKey(url);
    // From here on these keys are known.
    for (const credential of [key, service.key]) {
      await fetch(new URL("/v1/models", service.url), {
        headers: { authorization: `Bearer ${credential}` },
      });
    }
  }, STARTING_MS);
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
  });

  longTest(
    "hangs: one wait for all, then what needs it fails at once, and what does not goes on",
    async () => {
      const operation = (id: string) => OPERATIONS.find((one) => one.id === id)!;
      const timed = async (id: string) => {
        const begunAtMs = performance.now();
        const answer = await ask(operation(id), key);
        await answer.arrayBuffer();
        return { status: answer.status, seconds: (performance.now() - begunAtMs) / 1000 };
      };
      expect(await timed("createTranscription")).toMatchObject({ status: 200 });
      proxy.vanish();
      const waited = await Promise.all([timed("createTranscription"), timed("listVoices")]);
      expect(waited.map(({ status }) => status)).toEqual([200, 503]);
      for (const { seconds } of waited) expect(seconds).toBeLessThan(9);
      const longest = Math.max(...waited.map(({ seconds }) => seconds));

      for (let attempt = 0; attempt < 5; attempt += 1) {
        const refused = await timed("listVoices");
        expect(refused.status).toBe(503);
        expect(refused.seconds).toBeLessThan(longest / 2);
      }
      const metrics = parseExposition(await (await fetch(new URL("/metrics", service.url))).text());
      expect(sumOf(metrics, "service_database_up")).toBe(0);
      expect(sumOf(metrics, "service_usage_write_failures_total")).toBeGreaterThan(0);
      const served = await timed("createTranscription");
      expect(served.status).toBe(200);
      expect(served.seconds).toBeLessThan(longest);

      proxy.comeBack();
      await eventually("stored voices are there again", async () => {
        return (await timed("listVoices")).status === 200;
      });
    },
  );

  shortTest("is slow: what needs it takes its time, and is not refused", async () => {
    proxy.delay(1_500);
    const answer = await ask(
      OPERATIONS.find(({ id }) => id === "listVoices")!,
      key,
    );
    proxy.delay(0);
    expect([answer.status, await answer.json()]).toMatchObject([200, { object: "list" }]);
  });

  describe("is away", () => {
    beforeAll(() => server().stop());
    afterAll(() => server().start());

    shortTest("every operation that takes a body is sent a right one", () => {
      const taking = OPERATIONS.filter(({ body }) => body !== undefined).map(({ id }) => id);
      expect(Object.keys(sent).sort()).toEqual(taking.sort());
    });

    const named = OPERATIONS.map(
      (operation) => [`${operation.method} ${operation.path}`, operation] as const,
    );
    test.each(casesOf(named.slice(0, SHORT_OPERATIONS), named.slice(SHORT_OPERATIONS)))(
      "%s is answered, or says in a documented way that the database is away",
      async (_title, operation) => {
        const answer = await ask(operation, key);
        const text = await answer.text();
        if (answer.status < 300) return;
        expect(answer.status).toBe(503);
        const refusal = refusalOf(JSON.parse(text));
        expect(documentedCodes(operation)).toContain(refusal?.code);
        const isOwn = operation.dialect === undefined;
        expect(isOwn ? refusal?.type : "server_error").toBe("server_error");
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
        expect(answer.headers.get("x-should-retry")).toBe("true");
      },
    );

    shortTest("what needs the database is refused, what does not goes on", async () => {
      const statuses = await Promise.all(
        OPERATIONS.map(async (operation) => {
          const answer = await ask(operation, key);
          await answer.arrayBuffer();
          return [operation.id, answer.status] as const;
        }),
      );
      expect(statuses.filter(([, status]) => status < 300).map(([id]) => id)).toEqual([
        "createTranscription",
        "listModels",
        "readModel",
        "listVoiceNames",
        "createSession",
        "readSynthesisHealth",
        "readLiveness",
        "readReadiness",
        "readMetrics",
        "readOpenApi",
        "readAsyncApi",
        "deepgramListen",
        "deepgramGrant",
        "elevenlabsTranscribe",
      ]);
    });

    shortTest("it takes work, and says what is wrong", async () => {
      const answer = await fetch(new URL("/readyz", service.url));
      expect([answer.status, await answer.json()]).toMatchObject([
        200,
        { status: "ok", warnings: ["The database does not answer."] },
      ]);
    });

    const withKey = OPERATIONS.filter(({ access }) => access !== "anonymous");
    test.each(casesOf(withKey.slice(0, SHORT_OPERATIONS), withKey.slice(SHORT_OPERATIONS)))(
      "$method $path cannot tell who has a key that was not seen lately",
      async (operation) => {
        const answer = await ask(operation, "sk_another_key");
        expect(answer.status).toBe(401);
        expect(answer.headers.get("x-should-retry")).toBe("true");
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
        expect(refusalOf(await answer.json())?.code).toBe("auth_unavailable");
      },
    );

    shortTest.each(SOCKETS)("sockets at $path likewise", async ({ path, errorMessage }) => {
      const query = { intent: "transcription" };
      using other = await openStream(service.url, { path, query, credential: "sk_another_key" });
      const message = await other.message(errorMessage);
      expect(JSON.stringify(message)).toContain('"auth_unavailable"');
      expect(await other.closed()).toBe(4401);
      // It says nothing before it hears something.
      if (path === "/v1/listen") return;
      using known = await openStream(service.url, { path, query, credential: key });
      const first = FIRST_MESSAGES[path] ?? "session.started";
      expect(await known.message(first)).toBeDefined();
    });

    shortTest("the dashboard says so, whatever is asked of it", async () => {
      const headers = { cookie: "dashboard_session=a" };
      const body = new URLSearchParams({ email: "ada@example.com", password: "correct horse" });
      for (const [path, init] of [
        ["/dashboard", {}],
        ["/dashboard/sign-in", { method: "POST", body }],
        ["/dashboard/sign-out", { method: "POST" }],
      ] as const) {
        const page = await fetch(new URL(path, service.url), { ...init, headers });
        expect([path, page.status]).toEqual([path, 503]);
        expect(await page.text()).toContain('content="sign-in"');
      }
    });

    /** As the owner of the account that the service begins with. */
    const send = (method: string, path: string, body?: unknown, headers = {}) =>
      askJson(new URL(path, service.url), { credential: service.key, method, body, headers });
    const speech = (fields: object) => ({ input: "NATO", voice: VOICE, ...fields });

    shortTest("pronunciations can be neither read nor written", async () => {
      for (const answer of [
        await send("GET", "/v1/pronunciations"),
        await send("GET", "/v1/pronunciations/pron_a"),
        await send("POST", "/v1/pronunciations", { word: "a", alias: "b" }),
        await send("DELETE", "/v1/pronunciations/pron_a"),
        await send("POST", "/v1/pronunciations/preview", { input: "NATO" }),
        await send("POST", "/v1/audio/speech", speech({})),
        await send("POST", "/v1/audio/speech", speech({ pronunciations: ["pron_a"] })),
      ]) {
        expect(errorOf(answer)).toEqual([503, "pronunciation_store_unavailable", null]);
        expect(answer.headers.get("retry-after")).toBe("5");
        expect(answer.headers.get("x-should-retry")).toBe("true");
      }
    });

    shortTest("neither can voices, nor requests be kept from running twice", async () => {
      const { wav } = await fixtureClip();
      const recording = { reference_audio: wav.toString("base64"), consent: true };
      for (const answer of [
        await send("GET", "/v1/voices"),
        await send("GET", "/v1/voices/voice_a"),
        await send("DELETE", "/v1/voices/voice_a"),
        await send("POST", "/v1/voices", recording),
        await send("POST", "/v1/audio/speech", speech({ voice: "voice_a", pronunciations: [] })),
        await send("POST", "/v1/audio/speech", speech({}), { "idempotency-key": "a-key" }),
      ]) {
        expect(errorOf(answer)).toEqual([503, "store_unavailable", null]);
        expect(answer.headers.get("retry-after")).toBe("5");
      }
    });

    shortTest("speech that needs nothing stored goes on", async () => {
      const own = [{ word: "nato", alias: "pakt" }];
      for (const pronunciations of [[], own]) {
        const answer = await service.call(
          "/v1/audio/speech",
          speechRequest(speech({ pronunciations })),
        );
        expect(answer.status).toBe(200);
        expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1000);
      }
    });
  });
});
