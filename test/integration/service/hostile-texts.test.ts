import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  fixtureClip,
  sharedSpeechService,
  transcriptionForm,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";
import { type MailingService, startMailingService } from "../../support/service/mailing-service.ts";

/** A character that JSON and forms can say and PostgreSQL's text cannot. */
const NUL = "\u0000";

let service: SharedSpeechService;
beforeAll(async () => {
  service = await sharedSpeechService();
});

interface Refusal {
  readonly error: { readonly code: string; readonly param: string | null };
}

async function refusal(answer: Response): Promise<readonly [number, Refusal["error"]]> {
  const text = await answer.text();
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  return [answer.status, (JSON.parse(text) as Refusal).error];
}

const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { "content-type": "application/json" },
  body: typeof body === "string" ? body : JSON.stringify(body),
});

/** Bodies that are taken as they are. */
const BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "POST /v1/audio/speech": {
    model: "synth-v1",
    input: "Merhaba.",
    voice: "elif",
    response_format: "wav",
  },
  "POST /v1/voices": { name: "a voice", voice_description: "an old man" },
  "POST /v1/pronunciations": { word: "abc", alias: "abece" },
  "POST /v1/pronunciations/preview": { input: "abc" },
};

const FIELDS = Object.entries(BODIES).flatMap(([operation, body]) =>
  Object.entries(body)
    .filter(([, value]) => typeof value === "string")
    .map(([field]) => [operation, field] as const),
);

describe("a text with the character U+0000", () => {
  test.each(FIELDS)("in %s, field %s, is refused by the field's name", async (operation, field) => {
    const [method = "", address = ""] = operation.split(" ");
    const body = { ...BODIES[operation], [field]: `a${NUL}b` };
    const [status, error] = await refusal(await service.call(address, json(method, body)));
    expect([status, error.param]).toEqual([400, field]);
  });

  test.each(FIELDS)(
    "in %s, field %s: half of a surrogate pair is refused too",
    async (operation, field) => {
      const [method = "", address = ""] = operation.split(" ");
      const body = { ...BODIES[operation], [field]: "a\ud800" };
      const [status, error] = await refusal(await service.call(address, json(method, body)));
      expect([status, error.param]).toEqual([400, field]);
    },
  );

  test.each(["voice", "name"])(
    "in a form's field %s, which has no meaning, is passed over",
    async (field) => {
      const { wav } = await fixtureClip();
      const form = transcriptionForm(wav, { model: "transcribe-1", [field]: `a${NUL}b` });
      const answer = await service.call("/v1/audio/transcriptions", { method: "POST", body: form });
      expect(answer.status).toBe(200);
    },
  );

  test.each(["language", "prompt"])("in a form's field %s is refused", async (field) => {
    const { wav } = await fixtureClip();
    const form = transcriptionForm(wav, { model: "transcribe-1", [field]: `a${NUL}b` });
    const answer = await service.call("/v1/audio/transcriptions", { method: "POST", body: form });
    const [status, error] = await refusal(answer);
    expect([status, error.param]).toEqual([400, field]);
  });

  test.each([
    "/v1/voices/a%00b",
    "/v1/pronunciations/a%00b",
    "/v1/voices?after=a%00b",
    "/v1/pronunciations?after=a%00b",
    "/v1/usage?start_day=2026-11-01%00",
    "/dashboard/usage?key=a%00b",
    "/docs/a%00b",
    "/%00",
  ])("in the address %s is refused", async (address) => {
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const [status, { code }] = await refusal(await service.call(address, { method }));
      expect([method, status]).toEqual([method, 400]);
      expect(code).toBe("invalid_request");
    }
  });
});

test("the address of a socket that has U+0000 is refused, and its connection ends", async () => {
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(
    [
      "GET /v1/audio/stream?model=%00 HTTP/1.1",
      "host: localhost",
      "connection: upgrade",
      "upgrade: websocket",
      "sec-websocket-version: 13",
      "sec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==",
      "\r\n",
    ].join("\r\n"),
  );
  // It is read to its end, which the service makes.
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
});

describe("JSON that is none", () => {
  const nested = `{"input":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
  const latin5 = Buffer.from([...Buffer.from('{"input":"'), 0xfe, 0xfd, ...Buffer.from('"}')]);

  test.each(["/v1/audio/speech", "/v1/voices", "/v1/pronunciations", "/v1/pronunciations/preview"])(
    "is refused at %s, nested without end or in another encoding",
    async (address) => {
      const [status] = await refusal(await service.call(address, json("POST", nested)));
      expect(status).toBe(400);
      const headers = { "content-type": "application/json" };
      const [other, { code }] = await refusal(
        await service.call(address, { method: "POST", headers, body: latin5 }),
      );
      expect([other, code]).toEqual([400, "invalid_json"]);
    },
  );
});

describe("a form of the dashboard", () => {
  let mailing: MailingService;
  beforeAll(async () => {
    mailing = await startMailingService();
  });
  afterAll(() => mailing[Symbol.asyncDispose]());

  test.each(["sign-in", "sign-up", "lost-password"])(
    "%s with U+0000 in it is a mistake",
    async (form) => {
      const fields = { email: `a${NUL}b@example.com`, password: `correct${NUL} horse` };
      const answer = await fetch(new URL(`/dashboard/${form}`, mailing.service.url), {
        method: "POST",
        body: new URLSearchParams(fields),
        redirect: "manual",
      });
      const [status, error] = await refusal(answer);
      expect([status, error.param]).toEqual([400, "email"]);
    },
  );

  const send = (form: string, email: string) =>
    fetch(new URL(`/dashboard/${form}`, mailing.service.url), {
      method: "POST",
      body: new URLSearchParams({ email, password: "correct horse" }),
    });

  test.each(["sign-in", "sign-up"])("%s shows no more of an address than one has", async (form) => {
    const page = await (await send(form, `${"&".repeat(4_000)}@example.com`)).text();
    const [, shown = ""] = /value="((?:&amp;)+)/.exec(page) ?? [];
    expect(shown).toBe("&amp;".repeat(254));
    const [status] = await refusal(await send(form, "a".repeat(17_000)));
    expect(status).toBe(400);
  });

  test("sign-up counts what it refuses", async () => {
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429 && statuses.length < 200) {
      statuses.push((await send("sign-up", "nobody")).status);
    }
    expect(statuses.length).toBeLessThanOrEqual(121);
  });
});
