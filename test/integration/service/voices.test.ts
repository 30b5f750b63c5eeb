import { beforeAll, describe, expect } from "vitest";
import { longTest, shortDescribe, shortTest } from "../../support/lengths.ts";
import { accountKey } from "../../support/service/account-command.ts";
import { askJson, errorOf, type Json, type JsonAnswer } from "../../support/ask-json.ts";
import { builtInVoices } from "../../support/service/round-trips.ts";
import {
  fixtureClip,
  type SharedSpeechService,
  sharedSpeechService,
  speechRequest,
} from "../../support/service/speech-service.ts";

/** Beside trainings and other tests models take minutes to load. */
const STARTING_MS = 360_000;

let service: SharedSpeechService;
let clip: Buffer;
let accounts = 0;
beforeAll(async () => {
  service = await sharedSpeechService();
  clip = (await fixtureClip()).wav;
}, STARTING_MS);

const newKey = (...limits: readonly string[]) =>
  accountKey(service.dataDirectory, `voices${++accounts}@example.com`, ...limits);

const ask = (credential: string, method: string, path: string, body?: unknown, headers = {}) =>
  askJson(new URL(path, service.url), { credential, method, body, headers });

/** A form with a recording; a field of undefined is left out. */
function voiceForm(
  fields: Readonly<Record<string, string | undefined>> = {},
  field = "reference_audio",
  recording: Uint8Array = clip,
): FormData {
  const form = new FormData();
  form.append(field, new Blob([Buffer.from(recording)]), "recording.wav");
  for (const [name, value] of Object.entries({ consent: "true", ...fields })) {
    if (value !== undefined) form.append(name, value);
  }
  return form;
}

const save = (credential: string, form: unknown = voiceForm(), headers = {}) =>
  ask(credential, "POST", "/v1/voices", form, headers);
const idOf = ({ body }: JsonAnswer) => String(body["id"]);

shortDescribe("GET /v1/voices?type=builtin", () => {
  shortTest("tells who speaks, to demo sessions as well", async () => {
    const { body: session } = await ask(service.key, "POST", "/v1/sessions");
    const { body } = await ask(String(session["token"]), "GET", "/v1/voices?type=builtin");
    const voices = body["data"] as Json[];
    for (const voice of voices) {
      expect(voice).toMatchObject({ object: "voice", type: "builtin", language: "tr" });
      expect(["female", "male"]).toContain(voice["gender"]);
      expect(typeof voice["age"]).toBe("string");
    }
    const ofModel = (model: string) =>
      voices.filter((voice) => (voice["models"] as string[]).includes(model));
    expect(ofModel("synth-v1").length).toBeGreaterThanOrEqual(4);
    expect(ofModel("synth-v2").length).toBeGreaterThanOrEqual(8);
    expect(body).toMatchObject({ object: "list", has_more: false });
    expect(new Set(voices.map(({ id }) => id)).size).toBe(voices.length);
  });

  shortTest(
    "comes page by page in both orders, and names an id that it does not have",
    async () => {
      const list = async (query: string) => {
        const { body } = await ask(service.key, "GET", `/v1/voices?type=builtin${query}`);
        const ids = (body["data"] as Json[]).map(({ id }) => String(id));
        expect([body["first_id"], body["last_id"]]).toEqual([ids[0], ids.at(-1)]);
        return { ids, hasMore: body["has_more"] };
      };
      const { ids: all } = await list("&limit=100");
      const first = await list("&limit=3");
      expect(first).toEqual({ ids: all.slice(0, 3), hasMore: true });
      expect(await list(`&limit=100&after=${first.ids[2]}`)).toEqual({
        ids: all.slice(3),
        hasMore: false,
      });
      expect((await list("&limit=100&order=asc")).ids).toEqual(all.toReversed());
      const lost = await ask(service.key, "GET", "/v1/voices?type=builtin&after=nobody");
      expect(lost).toMatchObject({
        status: 400,
        body: { error: { code: "invalid_request", param: "after" } },
      });
    },
  );
});

describe("/v1/voices", () => {
  shortTest("a voice is saved, read, renamed and deleted", async () => {
    const key = await newKey();
    const saved = await save(key, voiceForm({ name: " Ayşe ", description: "santral" }));
    expect(saved).toMatchObject({
      status: 201,
      body: {
        object: "voice",
        id: expect.stringMatching(/^voice_[0-9a-f]{24}$/) as string,
        name: "Ayşe",
        type: "saved",
        description: "santral",
        language: "tr",
        model: "synth-v2",
        usable: true,
      },
    });
    expect(saved.body["duration_seconds"]).toBeGreaterThan(3);
    expect(saved.body["consented_at"]).toMatch(/^\d{4}-\d\d-\d\dT/);
    const address = `/v1/voices/${idOf(saved)}`;
    expect((await ask(key, "GET", address)).body).toEqual(saved.body);
    expect((await ask(key, "GET", "/v1/voices")).body["data"]).toEqual([saved.body]);
    const renamed = await ask(key, "PATCH", address, { name: "Ayşe Hanım", description: null });
    expect(renamed.body).toMatchObject({ name: "Ayşe Hanım", description: "santral" });
    expect(errorOf(await ask(key, "PATCH", address, { name: " " }))).toEqual([
      400,
      "invalid_request",
      "name",
    ]);
    expect((await ask(key, "DELETE", address)).body).toEqual({
      id: idOf(saved),
      object: "voice.deleted",
      deleted: true,
    });
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const gone = await ask(key, method, address, method === "PATCH" ? {} : undefined);
      expect(errorOf(gone)).toEqual([404, "unknown_voice", "id"]);
    }
  });

  longTest("the recording has other names, and comes in JSON, too", async () => {
    for (const field of ["audio_sample", "file"]) {
      expect((await save(service.key, voiceForm({}, field))).status).toBe(201);
    }
    const json = { audio_sample: clip.toString("base64"), consent: true };
    expect(await save(service.key, json)).toMatchObject({
      status: 201,
      body: { name: "Unnamed voice", description: "" },
    });
  });

  shortTest("what is missing or wrong is refused by its code", async () => {
    const silence = Buffer.concat([clip.subarray(0, 44), Buffer.alloc(clip.length - 44)]);
    const short = clip.subarray(0, 44 + 2 * 16_000);
    const refusals: readonly [unknown, string, string][] = [
      [voiceForm({ consent: undefined }), "consent_required", "consent"],
      [voiceForm({ consent: "false" }), "consent_required", "consent"],
      [{ consent: true }, "invalid_reference", "reference_audio"],
      [voiceForm({}, "recording"), "invalid_reference", "reference_audio"],
      [voiceForm({}, "file", Buffer.from("no audio")), "invalid_reference", "reference_audio"],
      [voiceForm({}, "file", silence), "invalid_reference", "reference_audio"],
      [voiceForm({}, "file", short), "reference_too_short", "reference_audio"],
      [
        voiceForm({}, "file", Buffer.alloc(10 * 1024 * 1024 + 1)),
        "reference_too_large",
        "reference_audio",
      ],
      [voiceForm({ name: "n".repeat(101) }), "invalid_request", "name"],
      [voiceForm({ description: "d".repeat(501) }), "invalid_request", "description"],
    ];
    for (const [form, code, param] of refusals) {
      expect(errorOf(await save(service.key, form))).toEqual([400, code, param]);
    }
  });

  longTest("a designed voice is saved by its description, without anybody's consent", async () => {
    const key = await newKey("saved-voices=1");
    const described = { voice_description: " yaşlı, sakin bir dede ", name: "Dede" };
    const saved = await save(key, described, { "idempotency-key": "a-key" });
    expect(saved).toMatchObject({
      status: 201,
      body: {
        name: "Dede",
        model: "synth-v2",
        usable: true,
        voice_description: "yaşlı, sakin bir dede",
        duration_seconds: null,
        consented_at: null,
      },
    });
    expect((await ask(key, "GET", "/v1/voices")).body["data"]).toEqual([saved.body]);
    const again = await save(key, described, { "idempotency-key": "a-key" });
    expect(again).toMatchObject({ status: 201, body: saved.body });
    expect(errorOf(await save(key, described))).toEqual([409, "voice_limit_reached", null]);
    const refusals = [
      [{ ...described, voice_description: "genç (kadın)" }, "invalid_voice_description"],
      [{ ...described, voice_description: "a".repeat(201) }, "invalid_voice_description"],
      [{ ...described, reference_audio: "AAAA", consent: true }, "conflicting_fields"],
    ] as const;
    for (const [fields, code] of refusals) {
      expect(errorOf(await save(service.key, fields))).toEqual([400, code, "voice_description"]);
    }
    const blank = { ...described, voice_description: " " };
    expect(errorOf(await save(service.key, blank))).toEqual([400, "consent_required", "consent"]);
  });

  shortTest("only its account has a voice, a demo session saves none", async () => {
    const [owner, stranger] = [await newKey(), await newKey()];
    const id = idOf(await save(owner));
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const body = method === "PATCH" ? {} : undefined;
      const answer = await ask(stranger, method, `/v1/voices/${id}`, body);
      expect(errorOf(answer)).toEqual([404, "unknown_voice", "id"]);
    }
    const speech = { input: "Merhaba.", voice: id };
    const spoken = await ask(stranger, "POST", "/v1/audio/speech", speech);
    expect(errorOf(spoken)).toEqual([404, "unknown_voice", "voice"]);
    const session = String((await ask(owner, "POST", "/v1/sessions")).body["token"]);
    expect(errorOf(await save(session))).toEqual([403, "account_required", null]);
    const demo = await ask(session, "POST", "/v1/audio/speech", speech);
    expect(errorOf(demo)).toEqual([404, "unknown_voice", "voice"]);
  });

  longTest("an account holds as many as it may, however many come at once", async () => {
    const key = await newKey("saved-voices=2");
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => save(key)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(3);
    for (const answer of [...refused, await save(key)]) {
      expect(errorOf(answer)).toEqual([409, "voice_limit_reached", null]);
      expect(answer.headers.get("x-should-retry")).toBe("false");
    }
  });

  longTest("with an Idempotency-Key, a voice is saved once", async () => {
    const key = await newKey();
    const once = { "idempotency-key": "a-key" };
    const first = await save(key, voiceForm({ name: "Ayşe" }), once);
    // Every form has a boundary of its own.
    const again = await save(key, voiceForm({ name: "Ayşe" }), once);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const other = Buffer.concat([clip, Buffer.alloc(2)]);
    for (const form of [voiceForm({ name: "Ali" }), voiceForm({ name: "Ayşe" }, "file", other)]) {
      const reused = await save(key, form, once);
      expect(errorOf(reused)).toEqual([422, "idempotency_key_reused", "Idempotency-Key"]);
    }
    expect((await ask(key, "GET", "/v1/voices")).body["data"]).toHaveLength(1);
  });
});

describe("a saved voice", () => {
  const input = "Bugün hava çok güzel.";

  async function audioOf(fields: Json): Promise<string> {
    const answer = await service.call(
      "/v1/audio/speech",
      speechRequest({ input, response_format: "pcm", ...fields }),
    );
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer()).toString("base64");
  }

  shortTest("speaks as its recording does, and as no built-in voice", async () => {
    const voice = idOf(await save(service.key));
    const cloned = await audioOf({ reference_audio: clip.toString("base64"), consent: true });
    expect(await audioOf({ voice })).toBe(cloned);
    expect(await audioOf({ voice: { id: voice } })).toBe(cloned);
    const [builtIn] = builtInVoices("synth-v2");
    expect(await audioOf({ voice: builtIn })).not.toBe(cloned);
    const old = { model: "synth-v1", input, voice };
    const refused = await ask(service.key, "POST", "/v1/audio/speech", old);
    expect(errorOf(refused)).toEqual([400, "unsupported_field", "voice"]);
  });

  longTest("speaks as its description does, and as it is told to", async () => {
    const voice_description = "genç, ince sesli, neşeli bir kadın";
    const voice = idOf(await save(service.key, { voice_description }));
    expect(await audioOf({ voice })).toBe(await audioOf({ voice_description }));
    const whispered = await audioOf({ voice_description, input: `(fısıldayarak) ${input}` });
    expect(await audioOf({ voice, instructions: "fısıldayarak" })).toBe(whispered);
  });
});
