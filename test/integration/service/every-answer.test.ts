import { connect } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { request } from "undici";
import { beforeAll, expect, test } from "vitest";
import {
  fixtureClip,
  type SharedSpeechService,
  sharedSpeechService,
  transcriptionForm,
} from "../../support/service/speech-service.ts";

let service: SharedSpeechService;
beforeAll(async () => {
  service = await sharedSpeechService();
});

/** Sends the lines of a request on a new connection; returns the answer. */
async function answerTo(...lines: readonly string[]): Promise<{ head: string; body: string }> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.write([...lines, "connection: close", "\r\n"].join("\r\n"));
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  return { head: head.toLowerCase(), body };
}

const get = (path: string) => fetch(new URL(path, service.url));

test("a request without a Host is told so, one with an unknown Expect is answered; both have an id", async () => {
  const nowhere = await answerTo("GET /v1/models HTTP/1.1");
  expect(nowhere.head).toMatch(/^http\/1\.1 400 .*\r\nx-request-id: req_/s);
  expect(JSON.parse(nowhere.body)).toMatchObject({ error: { code: "invalid_request" } });
  const expecting = await answerTo("GET /v1/models HTTP/1.1", "host: a", "expect: tea");
  expect(expecting.head).toMatch(/^http\/1\.1 401 .*\r\nx-request-id: req_/s);
  expect(JSON.parse(expecting.body)).toMatchObject({ error: { code: "missing_api_key" } });
});

test("every answer is taken for what it says it is", async () => {
  for (const path of ["/v1/models", "/health/synth", "/dashboard", "/docs", "/nothing"]) {
    const { headers } = await get(path);
    expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
  }
});

test("pages of the dashboard, and a token, are kept nowhere", async () => {
  const session = await service.call("/v1/sessions", { method: "POST" });
  expect(session.status).toBe(201);
  const pages = ["/dashboard", "/dashboard/account", "/dashboard/keys", "/dashboard/sign-up"];
  for (const { headers } of [session, ...(await Promise.all(pages.map(get)))]) {
    expect(headers.get("cache-control")).toBe("no-store");
  }
});

async function transcribed(change: (form: FormData) => void) {
  const form = transcriptionForm((await fixtureClip()).wav);
  change(form);
  const answer = await service.call("/v1/audio/transcriptions", { method: "POST", body: form });
  const { error = {} } = (await answer.json()) as { error?: { message?: string; param?: string } };
  return { status: answer.status, message: error.message, param: error.param };
}

test("unknown fields of a form are passed over, as many as anybody sends; thousands are refused", async () => {
  const withFields = (count: number) => (form: FormData) => {
    for (let at = 0; at < count; at += 1) form.append(`unknown${at}`, "x");
  };
  expect((await transcribed(withFields(300))).status).toBe(200);
  expect(await transcribed(withFields(2000))).toEqual({
    status: 400,
    message: "The form has too many fields; at most 1000 are taken.",
    param: null,
  });
});

test("a field of a form that comes twice is refused by its name, as is a second file", async () => {
  const twice = (name: string, value: string | Blob) =>
    transcribed((form) => form.append(name, value));
  expect(await twice("model", "transcribe-1")).toMatchObject({ status: 400, param: "model" });
  expect(await twice("file", new Blob(["RIFF"]))).toMatchObject({ status: 400, param: "file" });
});

test("a chunked form is refused beyond its size, however small each of its files is", async () => {
  const piece = new Uint8Array(1024 * 1024);
  const disposition = 'content-disposition: form-data; name="other"; filename="a"';
  async function* parts() {
    for (let part = 0; part < 8; part += 1) {
      yield Buffer.from(`--b\r\n${disposition}\r\n\r\n`);
      for (let megabyte = 0; megabyte < 5; megabyte += 1) yield piece;
      yield Buffer.from("\r\n");
    }
    yield Buffer.from("--b--\r\n");
  }
  const answer = await request(new URL("/v1/voices", service.url), {
    method: "POST",
    headers: {
      authorization: `Bearer ${service.key}`,
      "content-type": "multipart/form-data; boundary=b",
    },
    body: Readable.from(parts(), { objectMode: false }),
  });
  expect(answer.statusCode).toBe(400);
  expect(await answer.body.json()).toMatchObject({ error: { code: "reference_too_large" } });
});
