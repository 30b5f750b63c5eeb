import { beforeAll, describe, expect } from "vitest";
import { longTest, shortTest } from "../../support/lengths.ts";
import { accountKey } from "../../support/service/account-command.ts";
import { askJson, errorOf, type Json, type JsonAnswer } from "../../support/ask-json.ts";
import { eventually } from "../../support/eventually.ts";
import { builtInVoices } from "../../support/service/round-trips.ts";
import {
  type SharedSpeechService,
  sharedSpeechService,
  speechRequest,
} from "../../support/service/speech-service.ts";
import { openStream } from "../../support/service/stream-client.ts";

/** Beside trainings and other tests models take minutes to load. */
const STARTING_MS = 360_000;

let service: SharedSpeechService;
let accounts = 0;
beforeAll(async () => {
  service = await sharedSpeechService();
}, STARTING_MS);

const ask = (credential: string, method: string, path: string, body?: unknown, headers = {}) =>
  askJson(new URL(path, service.url), { credential, method, body, headers });

describe("/v1/pronunciations", () => {
  const newKey = (...limits: readonly string[]) =>
    accountKey(service.dataDirectory, `pronouncing${++accounts}@example.com`, ...limits);
  const add = (key: string, body: unknown, headers = {}) =>
    ask(key, "POST", "/v1/pronunciations", body, headers);

  shortTest("an entry is made, read, changed and deleted", async () => {
    const key = await newKey();
    const made = await add(key, { word: "NATO", alias: "nato" });
    expect(made).toMatchObject({
      status: 201,
      body: {
        object: "pronunciation",
        id: expect.stringMatching(/^pron_[0-9a-f]{24}$/) as string,
        word: "NATO",
        alias: "nato",
        language: "tr",
        case_sensitive: false,
        word_boundaries: true,
      },
    });
    expect(made.body).not.toHaveProperty("ipa");
    expect(made.body["created_at"]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const address = `/v1/pronunciations/${String(made.body["id"])}`;
    expect((await ask(key, "GET", address)).body).toEqual(made.body);
    const changed = await ask(key, "PATCH", address, { ipa: "ˈnɑːto" });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ word: "NATO", ipa: "ˈnɑːto" });
    expect(changed.body).not.toHaveProperty("alias");
    expect((await ask(key, "DELETE", address)).body).toEqual({
      id: made.body["id"],
      object: "pronunciation.deleted",
      deleted: true,
    });
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const gone = await ask(key, method, address, method === "PATCH" ? {} : undefined);
      expect(errorOf(gone)).toEqual([404, "unknown_pronunciation", "id"]);
    }
  });

  shortTest.each<[unknown, string | null]>([
    [{ word: "a", alias: "b", ipa: "b" }, "alias"],
    [{ word: "a" }, "alias"],
    [{ alias: "b" }, "word"],
    [{ word: "a", ipa: "5" }, "ipa"],
    [[], null],
  ])("%j is refused", async (body, param) => {
    const refused = await add(service.key, body);
    expect(errorOf(refused)).toEqual([400, "invalid_pronunciations", param]);
  });

  shortTest("a body that is no JSON is refused as one", async () => {
    const answer = await service.call("/v1/pronunciations", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{",
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: "invalid_json" } });
  });

  shortTest("a word is there once", async () => {
    const key = await newKey();
    await add(key, { word: "İzmir", alias: "a" });
    expect(errorOf(await add(key, { word: "izmir", alias: "b" }))).toEqual([
      400,
      "invalid_pronunciations",
      "word",
    ]);
  });

  shortTest("only its account sees an entry, a demo session saves none", async () => {
    const [owner, stranger] = [await newKey(), await newKey()];
    const { body } = await add(owner, { word: "NATO", alias: "nato" });
    const address = `/v1/pronunciations/${String(body["id"])}`;
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const answer = await ask(stranger, method, address, method === "PATCH" ? {} : undefined);
      expect(errorOf(answer)).toEqual([404, "unknown_pronunciation", "id"]);
    }
    expect((await ask(stranger, "GET", "/v1/pronunciations")).body).toEqual({
      object: "list",
      data: [],
      first_id: null,
      last_id: null,
      has_more: false,
    });
    const session = (await ask(owner, "POST", "/v1/sessions")).body["token"];
    const saved = await add(String(session), { word: "a", alias: "b" });
    expect(errorOf(saved)).toEqual([403, "account_required", null]);
  });

  longTest("a list comes in pages, newest first unless asked for otherwise", async () => {
    const key = await newKey();
    for (let at = 0; at < 5; at += 1) await add(key, { word: `k${at}`, alias: "a" });
    const words = ({ body }: JsonAnswer) => (body["data"] as Json[]).map(({ word }) => word);
    const first = await ask(key, "GET", "/v1/pronunciations?limit=3&order=asc");
    expect(first.body).toMatchObject({
      has_more: true,
      first_id: (first.body["data"] as Json[])[0]?.["id"],
      last_id: (first.body["data"] as Json[])[2]?.["id"],
    });
    const after = String(first.body["last_id"]);
    const rest = await ask(key, "GET", `/v1/pronunciations?order=asc&after=${after}`);
    expect(rest.body["has_more"]).toBe(false);
    const all = [...words(first), ...words(rest)];
    expect(all.map(String).toSorted()).toEqual(["k0", "k1", "k2", "k3", "k4"]);
    const whole = await ask(key, "GET", "/v1/pronunciations");
    expect(words(whole)).toEqual(all.toReversed());
    for (const [query, param] of [
      ["limit=0", "limit"],
      ["limit=101", "limit"],
      ["limit=x", "limit"],
      ["order=up", "order"],
      ["after=pron_x", "after"],
    ] as const) {
      const refused = await ask(key, "GET", `/v1/pronunciations?${query}`);
      expect(errorOf(refused)).toEqual([400, "invalid_request", param]);
    }
  });

  longTest("an account holds as many as it may, however many come at once", async () => {
    const key = await newKey("pronunciations=10");
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => add(key, { word: `k${at}`, alias: "a" })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = answers.find(({ status }) => status !== 201);
    expect(refused === undefined ? undefined : errorOf(refused)).toEqual([
      409,
      "pronunciation_limit_reached",
      null,
    ]);
    expect(refused?.headers.get("x-should-retry")).toBe("false");
  });

  describe("with an Idempotency-Key", () => {
    const body = { word: "NATO", alias: "nato" };
    const once = { "idempotency-key": "a-key" };

    shortTest("an entry is made once, and every other request gets the same answer", async () => {
      const key = await newKey();
      const answers = await Promise.all(Array.from({ length: 10 }, () => add(key, body, once)));
      const made = answers.filter(({ status }) => status === 201);
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        expect(errorOf(answer)).toEqual([409, "idempotency_key_in_use", "Idempotency-Key"]);
        expect(answer.headers.get("retry-after")).toBe("1");
        expect(answer.headers.get("x-should-retry")).toBe("true");
      }
      const again = await add(key, { alias: "nato", word: "NATO" }, once);
      expect(again.status).toBe(201);
      expect(again.headers.get("idempotent-replayed")).toBe("true");
      for (const answer of made) expect(answer.body).toEqual(again.body);
      const { data } = (await ask(key, "GET", "/v1/pronunciations")).body;
      expect(data).toEqual([again.body]);
    });

    longTest("another request is refused, another account has keys of its own", async () => {
      const [key, other] = [await newKey(), await newKey()];
      await add(key, body, once);
      const reused = await add(key, { ...body, alias: "na to" }, once);
      expect(errorOf(reused)).toEqual([422, "idempotency_key_reused", "Idempotency-Key"]);
      expect((await add(other, { ...body, alias: "na to" }, once)).status).toBe(201);
      const long = await add(key, body, { "idempotency-key": "k".repeat(256) });
      expect(errorOf(long)).toEqual([400, "invalid_request", "Idempotency-Key"]);
    });

    longTest("a request that was refused can come again", async () => {
      const key = await newKey("pronunciations=0");
      expect((await add(key, body, once)).status).toBe(409);
      expect(errorOf(await add(key, body, once))).toEqual([
        409,
        "pronunciation_limit_reached",
        null,
      ]);
    });
  });

  shortTest("a preview shows the text after substitution, and saves nothing", async () => {
    const key = await newKey();
    const { body: entry } = await add(key, { word: "ABD", alias: "Amerika" });
    const preview = (by: string, body: Json) => ask(by, "POST", "/v1/pronunciations/preview", body);
    const input = "ABD'ye 3 NATO üyesi";
    expect((await preview(key, { input })).body).toEqual({
      object: "pronunciation.preview",
      input,
      text: "Amerika'ya 3 NATO üyesi",
      spoken: "Amerika'ya üç NATO üyesi.",
      ipa: "aˈmeɾikaja ˈytʃ naˈto yjeˈsi.",
      replacements: [
        {
          id: entry["id"],
          written: "ABD",
          word: "ABD",
          alias: "Amerika",
          case_sensitive: false,
          word_boundaries: true,
        },
      ],
    });
    const own = [{ word: "nato", ipa: "ˈneɪto" }];
    expect((await preview(key, { input, pronunciations: own })).body).toMatchObject({
      text: "ABD'ye 3 /ˈneɪto/ üyesi",
      spoken: "a be deye üç neyto üyesi.",
      ipa: "ˈa ˈbe deˈje ˈytʃ ˈnejto yjeˈsi.",
      replacements: [{ id: null, written: "NATO", ipa: "ˈneɪto" }],
    });
    const { text } = (await preview(key, { input, pronunciations: [] })).body;
    expect(text).toBe(input);
    const session = String((await ask(key, "POST", "/v1/sessions")).body["token"]);
    expect((await preview(session, { input, pronunciations: own })).body).toMatchObject({
      replacements: [{ written: "NATO" }],
    });
    const named = await preview(session, { input, pronunciations: [entry["id"]] });
    expect(errorOf(named)).toEqual([404, "unknown_pronunciation", "pronunciations"]);
    expect(errorOf(await preview(key, {}))).toEqual([400, "invalid_request", "input"]);
    const tooMany = Array.from({ length: 101 }, () => "pron_x");
    for (const pronunciations of [{}, "NATO", tooMany, ["pron_x", "pron_x"], [...own, ...own]]) {
      const refused = await preview(key, { input, pronunciations });
      expect(errorOf(refused)).toEqual([400, "invalid_pronunciations", "pronunciations"]);
    }
  });
});

describe("speech with pronunciations", () => {
  async function audioOf(model: string, fields: Json): Promise<string> {
    const [voice] = builtInVoices(model);
    const request = { model, voice, response_format: "pcm", ...fields };
    const answer = await service.call("/v1/audio/speech", speechRequest(request));
    expect(answer.status).toBe(200);
    const audio = Buffer.from(await answer.arrayBuffer());
    expect(audio.length).toBeGreaterThan(10_000);
    return audio.toString("base64");
  }

  longTest.each(["synth-v1", "synth-v2"])("%s speaks what they say", async (model) => {
    const elma = await audioOf(model, { input: "Bir elma'ya bakıyor." });
    const written = await audioOf(model, { input: "Bir Xyz'ya bakıyor." });
    expect(written).not.toBe(elma);
    const entry = await ask(service.key, "POST", "/v1/pronunciations", {
      word: "XYZ",
      alias: "elma",
    });
    expect(entry.status).toBe(201);
    const input = "Bir Xyz'ye bakıyor.";
    expect(await audioOf(model, { input })).toBe(elma);
    expect(await audioOf(model, { input, pronunciations: [entry.body["id"]] })).toBe(elma);
    const own = [{ word: "xyz", ipa: "elma" }];
    const sounded = { input: "Bir Xyz'ya bakıyor.", pronunciations: own };
    expect(await audioOf(model, sounded)).toBe(elma);
    const stressed = [{ word: "xyz", ipa: "ˈelma" }];
    expect(await audioOf(model, { ...sounded, pronunciations: stressed })).not.toBe(elma);
    expect(await audioOf(model, { input: "Bir Xyz'ya bakıyor.", pronunciations: [] })).toBe(
      written,
    );
    await ask(service.key, "DELETE", `/v1/pronunciations/${String(entry.body["id"])}`);
    expect(await audioOf(model, { input: "Bir Xyz'ya bakıyor." })).toBe(written);
  });

  longTest(
    "usage counts what is spoken in the place of words, over HTTP and on a socket",
    async () => {
      const key = await accountKey(service.dataDirectory, "spoken@example.com");
      const spend = async (speak: () => Promise<unknown>) => {
        const before = await charactersOf(key);
        await speak();
        await eventually("it is counted", async () => (await charactersOf(key)) > before);
        return (await charactersOf(key)) - before;
      };
      const [voice] = builtInVoices("synth-v2");
      const alias = "Kuzey Atlantik Antlaşması Örgütü";
      const saved = await ask(key, "POST", "/v1/pronunciations", { word: "NATO", alias });
      expect(saved.status).toBe(201);
      const input = "NATO toplandı.";
      const cases: readonly [Json, number][] = [
        [{}, input.length + alias.length - "NATO".length],
        [{ pronunciations: [] }, input.length],
        [{ pronunciations: [{ word: "NATO", alias: "pakt" }] }, input.length],
        [{ pronunciations: [{ word: "toplandı", ipa: "toplanˈdɯ" }] }, input.length + 1],
        [
          { pronunciations: [{ word: "pland", alias: "uzun bir söz", word_boundaries: false }] },
          input.length + "uzun bir söz".length - "pland".length,
        ],
      ];
      for (const [fields, expected] of cases) {
        const body = { input, voice, response_format: "pcm", ...fields };
        const spent = await spend(async () => {
          const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
          const request = { ...speechRequest(body), headers };
          const answer = await fetch(new URL("/v1/audio/speech", service.url), request);
          expect(answer.status).toBe(200);
          await answer.arrayBuffer();
        });
        expect([fields, spent]).toEqual([fields, expected]);
      }
      const spentOnSocket = await spend(async () => {
        using client = await openStream(service.url, {
          path: "/v1/audio/speech/stream",
          credential: key,
        });
        client.say({ type: "config", voice });
        client.say({ type: "text.append", text: input });
        client.say({ type: "end" });
        await client.closed();
      });
      expect(spentOnSocket).toBe(input.length + alias.length - "NATO".length);
    },
  );

  async function charactersOf(key: string): Promise<number> {
    const { body } = await ask(key, "GET", "/v1/usage");
    return (body["total"] as { characters: number }).characters;
  }

  shortTest.each<[Json, number, string]>([
    [{ pronunciations: "NATO" }, 400, "invalid_pronunciations"],
    [{ pronunciations: [{ word: "a", ipa: "ʘ" }] }, 400, "invalid_pronunciations"],
    [{ pronunciations: ["pron_unknown"] }, 404, "unknown_pronunciation"],
    [
      { input: "a ".repeat(200), pronunciations: [{ word: "a", alias: "b".repeat(200) }] },
      400,
      "invalid_pronunciations",
    ],
  ])("%j is refused", async (fields, status, code) => {
    const [voice] = builtInVoices("synth-v2");
    const request = { input: "NATO", voice, ...fields };
    const answer = await service.call("/v1/audio/speech", speechRequest(request));
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: { code, param: "pronunciations" } });
  });
});
