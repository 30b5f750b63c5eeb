import { readdir, readFile, readlink } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect } from "vitest";
import { casesOf, longTest, shortTest } from "../../support/lengths.ts";
import { wavHeader, toS16le } from "#service/engine/audio/wav-writer.ts";
import { gaussianNoise } from "#service/engine/synthesis/noise.ts";
import { melodyOf, trackPitch, voicedShare } from "#service/engine/synthesis/pitch-track.ts";
import { parseWav } from "../../../probes/speech/wav.ts";
import { projectRoot } from "../../support/program.ts";
import {
  speechRequest,
  sharedSpeechService,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";

/** Beside trainings and other tests models take minutes to load. */
const STARTING_MS = 360_000;

let service: SharedSpeechService;
let clip: Buffer;
beforeAll(async () => {
  service = await sharedSpeechService();
  clip = await fixture("clip.wav");
}, STARTING_MS);

const ADDRESS = "/v1/audio/speech";
const MEGABYTE = 1024 * 1024;
const audio = {
  input: "Bugün hava çok güzel, değil mi?",
  response_format: "wav",
  sample_rate: 8000,
} as const;

const fixture = (name: string) => readFile(path.join(projectRoot, "fixtures/audio", name));

/** The fixture clip, again and again, for a number of seconds. */
function clipFor(seconds: number): Buffer {
  const { samples, sampleRateHz } = parseWav(clip);
  const length = Math.round(seconds * sampleRateHz);
  const long = Float32Array.from({ length }, (_, at) => samples[at % samples.length]!);
  return wavOf(long, sampleRateHz);
}

function wavOf(samples: Float32Array, sampleRate: number): Buffer {
  return Buffer.concat([wavHeader(sampleRate), toS16le(samples)]);
}

/** Six seconds of a sound, by what makes its next sample. */
function soundOf(sampleAt: (at: number) => number): Buffer {
  const samples = Float32Array.from({ length: 6 * SOUND_RATE }, (_, at) => 0.15 * sampleAt(at));
  return wavOf(samples, SOUND_RATE);
}

const SOUND_RATE = 16_000;
const sine = (hertz: number, at: number) => Math.sin((2 * Math.PI * hertz * at) / SOUND_RATE);
/** The lowest harmonics of a voice that does not change. */
const tone = (hertz: number, at: number) =>
  Array.from({ length: 10 }, (_, below) => sine(hertz * (below + 1), at) / (below + 1)).reduce(
    (sum, harmonic) => sum + harmonic,
  );
const buzz = (at: number) => tone(110, at);
const noise = gaussianNoise();

function music(at: number): number {
  const [note, since] = [Math.floor(at / 8000), at % 8000];
  const melody = tone(220 * 2 ** (((note * 5) % 12) / 12), at) * Math.exp(-since / 4000);
  return melody + noise() * Math.exp(-since / 500);
}

const cloning = (recording: Uint8Array, fields: object = {}) =>
  speechRequest({
    ...audio,
    reference_audio: Buffer.from(recording).toString("base64"),
    consent: true,
    ...fields,
  });

function cloningForm(recording: Uint8Array, fields: Readonly<Record<string, string>> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...audio, consent: "true", ...fields })) {
    form.append(name, String(value));
  }
  form.append("reference_audio", new Blob([Buffer.from(recording)]), "recording");
  return { method: "POST", body: form };
}

async function wavFrom(init: RequestInit): Promise<Buffer> {
  const answer = await service.call(ADDRESS, init);
  if (answer.status !== 200) throw new Error(await answer.text());
  return Buffer.from(await answer.arrayBuffer());
}

const trackOf = (wav: Buffer) => {
  const { samples, sampleRateHz } = parseWav(wav);
  return trackPitch(samples, sampleRateHz);
};
const pitchOf = (wav: Buffer) => melodyOf(trackOf(wav))?.pitchHz ?? 0;

/** Uploads of this process that are still open; they have no name any more. */
async function openUploads(): Promise<number> {
  const links = await Promise.all(
    (await readdir("/proc/self/fd")).map((fd) =>
      readlink(`/proc/self/fd/${fd}`).catch(() => "closed meanwhile"),
    ),
  );
  return links.filter((link) => link.includes("/speech-") && link.endsWith("(deleted)")).length;
}

describe("reference_audio", () => {
  longTest(
    "the same recording is the same voice in base64, as a data URL and as a file",
    async () => {
      const inJson = await wavFrom(cloning(clip));
      const base64 = clip.toString("base64");
      const reference_audio = `data:audio/wav;base64,${base64}`;
      expect((await wavFrom(cloning(clip, { reference_audio }))).equals(inJson)).toBe(true);
      expect((await wavFrom(cloningForm(clip))).equals(inJson)).toBe(true);
      const texts = cloningForm(clip);
      texts.body.set("reference_audio", base64);
      expect((await wavFrom(texts)).equals(inJson)).toBe(true);
    },
  );

  longTest.each(["order.wav", "weather.wav", "clip.ogg", "clip.m4a", "clip.webm"])(
    "a clone of %s speaks about as high as its speaker",
    async (name) => {
      const recording = await fixture(name);
      const spoken = name.endsWith(".wav") ? recording : clip;
      const ratio = pitchOf(await wavFrom(cloning(recording))) / pitchOf(spoken);
      expect(ratio).toBeGreaterThan(0.85);
      expect(ratio).toBeLessThan(1.18);
    },
  );

  longTest("a clone is directed like any voice", async () => {
    const whispered = await wavFrom(cloning(clip, { instructions: "fısıldayarak" }));
    expect(voicedShare(trackOf(whispered))).toBeLessThan(0.05);
    const voice = await wavFrom(cloning(clip, { voice: "alloy" }));
    expect(voicedShare(trackOf(voice))).toBeGreaterThan(0.5);
  });

  longTest.each([3, 30])("%i seconds are taken", async (seconds) => {
    expect((await wavFrom(cloningForm(clipFor(seconds)))).length).toBeGreaterThan(10_000);
  });

  shortTest("leaves no upload behind", async () => {
    await wavFrom(cloningForm(clip));
    await service.call(ADDRESS, cloningForm(Buffer.from("no audio")));
    await expect.poll(openUploads).toBe(0);
  });
});

describe("a recording is refused", () => {
  const silence = wavOf(new Float32Array(5 * 16_000), 16_000);
  type Refusal = [string, () => RequestInit, string, string?];
  const quick: readonly Refusal[] = [
    ["without consent", () => cloning(clip, { consent: undefined }), "consent_required", "consent"],
    [
      "beside a description",
      () => cloning(clip, { voice_description: "genç bir kadın" }),
      "conflicting_fields",
      "voice_description",
    ],
    ["that is no base64", () => cloning(clip, { reference_audio: "?" }), "invalid_reference"],
    ["of a tone", () => cloning(soundOf((at) => sine(440, at))), "invalid_reference"],
    ["of 2.9 seconds", () => cloning(clipFor(2.9)), "reference_too_short"],
    ["of 31 seconds", () => cloning(clipFor(31)), "reference_too_long"],
    ["of 11 MB, as a file", () => cloningForm(Buffer.alloc(11 * MEGABYTE)), "reference_too_large"],
  ];
  const others: readonly Refusal[] = [
    [
      "with consent refused",
      () => cloning(clip, { consent: false }),
      "consent_required",
      "consent",
    ],
    [
      "in a form without consent",
      () => cloningForm(clip, { consent: "false" }),
      "consent_required",
      "consent",
    ],
    [
      "by the first generation",
      () => cloningForm(clip, { model: "synth-v1" }),
      "unsupported_field",
      "reference_audio",
    ],
    ["that is empty", () => cloning(Buffer.alloc(0)), "invalid_reference"],
    ["that is an empty file", () => cloningForm(Buffer.alloc(0)), "invalid_reference"],
    ["that is no audio", () => cloning(Buffer.from("no audio")), "invalid_reference"],
    ["that is no audio, as a file", () => cloningForm(Buffer.alloc(9000, 7)), "invalid_reference"],
    ["that is silent", () => cloning(silence), "invalid_reference"],
    ["of a low tone, as a file", () => cloningForm(soundOf(buzz)), "invalid_reference"],
    ["of noise", () => cloning(soundOf(gaussianNoise())), "invalid_reference"],
    ["of a melody with drums", () => cloning(soundOf(music)), "invalid_reference"],
    ["that is cut off in its header", () => cloning(clip.subarray(0, 30)), "invalid_reference"],
    ["of 30.01 seconds", () => cloning(clipFor(30.01)), "reference_too_long"],
    ["of 5 minutes", () => cloningForm(clipFor(300)), "reference_too_long"],
    ["of 11 MB", () => cloning(Buffer.alloc(11 * MEGABYTE)), "reference_too_large"],
    ["of 40 MB", () => cloning(Buffer.alloc(40 * MEGABYTE)), "reference_too_large"],
  ];
  shortTest.each(casesOf(quick, others))("%s", async (_, init, code, param = "reference_audio") => {
    const answer = await service.call(ADDRESS, init());
    expect(await answer.json()).toMatchObject({ error: { code, param } });
    expect(answer.status).toBe(400);
  });

  longTest("a large body without a recording is told so", async () => {
    const body = JSON.stringify({ ...audio, input: "a".repeat(16 * MEGABYTE) });
    const headers = { "content-type": "application/json" };
    const answer = await service.call(ADDRESS, { method: "POST", headers, body });
    expect(await answer.json()).toMatchObject({ error: { code: "invalid_request", param: null } });
  });

  shortTest.each([
    ["JSON", "application/json", '{"consent":true,"reference_audio":"'],
    [
      "a form",
      "multipart/form-data; boundary=b",
      '--b\r\ncontent-disposition: form-data; name="reference_audio"; filename="a"\r\n\r\n',
    ],
  ])("while %s arrives, before its end is sent", async (_, contentType, head) => {
    const { status, body } = await sendWithoutEnd(contentType, head);
    expect(body).toMatchObject({ error: { code: "reference_too_large" } });
    expect(status).toBe(400);
  });
});

/** Sends a body that goes on until there is an answer. */
async function sendWithoutEnd(contentType: string, head: string) {
  const outgoing = request(new URL(ADDRESS, service.url), {
    method: "POST",
    headers: { "content-type": contentType, authorization: `Bearer ${service.key}` },
  });
  const { promise: answered, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  let isAnswered = false;
  outgoing.once("response", (answer) => {
    isAnswered = true;
    resolve(answer);
  });
  outgoing.on("error", reject);
  async function* sent() {
    yield head;
    while (!isAnswered) yield Buffer.alloc(MEGABYTE, "A");
  }
  Readable.from(sent(), { objectMode: false }).pipe(outgoing);
  const answer = await answered;
  const body: unknown = JSON.parse(await text(answer));
  outgoing.destroy();
  return { status: answer.statusCode, body };
}
