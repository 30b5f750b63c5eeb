import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { joinSamples } from "../audio/samples.ts";
import type { Capability, Manifest } from "../model/manifest.ts";
import { loadSherpa } from "./sherpa.ts";
import { loadSpeakerEmbeddings } from "./speaker-embeddings.ts";

const RATE = 16_000;
const models = fileURLToPath(new URL("../../../fixtures/models", import.meta.url));
const folder = `${models}/speaker-embeddings`;
const sherpa = await loadSherpa("sherpa-offline-transcriber");

const describing = (file: string | undefined, capabilities: readonly Capability[]): Manifest => ({
  id: "any",
  kind: "sherpa-offline-transcriber",
  task: "transcription",
  sample_rate: RATE,
  capabilities: [...capabilities],
  files: file === undefined ? {} : { speaker_embeddings: file },
  licence: "MIT",
  made_with: {},
  measured: {},
  sha256: {},
  rest: {},
});

/** A second of pulses of vocal cords at a pitch. */
const voice = (hertz: number, loudness: number) =>
  Float32Array.from({ length: RATE }, (_, at) => loudness * ((((at * hertz) / RATE) % 1) - 0.5));

describe("loadSpeakerEmbeddings", () => {
  it("tells voices apart, recording by recording", () => {
    const open = loadSpeakerEmbeddings(sherpa, folder, describing("model.onnx", ["speakers"]), {});
    for (const pitches of [
      [110, 220, 110, 220],
      [220, 110],
    ]) {
      const { voiceOf, groups } = open()!;
      for (const [at, hertz] of pitches.entries()) {
        groups.add(voiceOf(voice(hertz, 0.1 * (1 + at)))!, 1);
      }
      expect(groups.speakers()).toEqual([0, 1, 0, 1].slice(0, pitches.length));
    }
  });

  it("hears the middle of a long stretch", () => {
    const open = loadSpeakerEmbeddings(sherpa, folder, describing("model.onnx", ["speakers"]), {});
    const { voiceOf } = open()!;
    const times = (count: number, hertz: number) =>
      Array.from({ length: count }, () => voice(hertz, 0.3));
    const long = joinSamples([...times(10, 110), ...times(10, 220), ...times(10, 110)]);
    expect(voiceOf(long)).toEqual(voiceOf(joinSamples(times(10, 220))));
  });

  it("has no voice of too little", () => {
    const open = loadSpeakerEmbeddings(sherpa, folder, describing("model.onnx", ["speakers"]), {});
    expect(open()!.voiceOf(new Float32Array(10))).toBeUndefined();
  });

  it("tells nobody apart where a model does not name it", () => {
    expect(loadSpeakerEmbeddings(sherpa, folder, describing(undefined, []), undefined)()).toBe(
      undefined,
    );
  });

  it.each([
    [
      "settings alone",
      undefined,
      [],
      "model.json: speaker_embeddings is there, but files.speaker_embeddings is missing",
    ],
    [
      "the capability alone",
      undefined,
      ["speakers"],
      "model.json: capabilities has speakers, but files.speaker_embeddings is missing",
    ],
    [
      "the file alone",
      "model.onnx",
      ["word_times"],
      "model.json: files.speaker_embeddings is there, but capabilities has no speakers",
    ],
  ] as const)("refuses %s in one line", (title, file, capabilities, message) => {
    const fields = title === "settings alone" ? {} : undefined;
    expect(() =>
      loadSpeakerEmbeddings(sherpa, folder, describing(file, capabilities), fields),
    ).toThrow(message);
  });
});
