import { readFileSync } from "node:fs";
import path from "node:path";

import { wavHeader } from "#service/engine/audio/wav-writer.ts";

import { pcm16Of } from "../../../probes/speech/wav.ts";
import { projectRoot } from "../program.ts";

/** What a healthy target answers to a kind of check. */
export interface GoodAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

/** A kind of check that asks over HTTP once: how it is written, and the answer at which it passes. */
interface WebKind {
  readonly check: (url: string) => { readonly kind: string } & Record<string, unknown>;
  readonly good: () => GoodAnswer;
}

const clip = path.join(projectRoot, "fixtures/audio/clip.wav");
const text = path.join(projectRoot, "fixtures/audio/clip.txt");
const said = readFileSync(text, "utf8").trim();
const json = (value: unknown, status = 200): GoodAnswer => ({
  status,
  type: "application/json",
  body: Buffer.from(JSON.stringify(value)),
});

/** The kinds that a peer over HTTP answers. */
export const webKinds = {
  http: {
    check: (url) => ({ kind: "http", url, expect_json: { status: "ok" } }),
    good: () => json({ status: "ok" }),
  },
  page: {
    check: (url) => ({ kind: "page", url, marker: "home", assets: ["style"] }),
    good: () => ({
      status: 200,
      type: "text/html; charset=utf-8",
      body: Buffer.from('<!doctype html><meta name="page" content="home"><style>a{}</style>'),
    }),
  },
  health: {
    check: (url) => ({ kind: "health", url, models: ["synth-v2"] }),
    good: () => json({ models: { "synth-v2": { status: "ok" } } }),
  },
  session: {
    check: (url) => ({ kind: "session", url, origin: "http://website.test" }),
    good: () => {
      const expires_at = new Date(Date.now() + 600_000).toISOString();
      return json({ token: "st_token", expires_in: 600, expires_at }, 201);
    },
  },
  transcription: {
    check: (url) => ({ kind: "transcription", url, clip, text }),
    good: () => json({ text: said }),
  },
  synthesis: {
    check: (url) => ({
      kind: "synthesis",
      url,
      model: "synth-v2",
      voice: "ayla",
      sample_rate_hz: 8_000,
    }),
    good: () => ({ status: 200, type: "audio/wav", body: soundWav() }),
  },
} as const satisfies Record<string, WebKind>;

export type WebKindName = keyof typeof webKinds;

/** A tone that is neither too long nor too short for any sentence of a check. */
function soundWav(): Buffer {
  const [sampleRateHz, seconds] = [8_000, 4];
  const samples = Float32Array.from(
    { length: sampleRateHz * seconds },
    (_, at) => Math.sin(at / 4) / 4,
  );
  return Buffer.concat([wavHeader(sampleRateHz), pcm16Of(samples)]);
}
