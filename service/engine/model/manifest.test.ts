import { describe, expect, test } from "vitest";
import { ModelFolderError, parseManifest } from "./manifest.ts";

const complete = {
  id: "transcribe-1",
  kind: "ctc-transcriber",
  task: "transcription",
  sample_rate: 16000,
  files: { network: "network.onnx" },
  licence: "MIT",
  made_with: { seed: 1 },
  measured: {},
  sha256: { "network.onnx": "0".repeat(64) },
};

describe("parseManifest", () => {
  test("keeps what the kind adds apart from the shared fields", () => {
    const manifest = parseManifest(
      JSON.stringify({ ...complete, vocabulary: ["a"] }),
      "model.json",
    );
    expect(manifest.id).toBe("transcribe-1");
    expect(manifest.rest).toEqual({ vocabulary: ["a"] });
  });

  test("says in one line which file and field is wrong", () => {
    const broken = JSON.stringify({ ...complete, sample_rate: "16000" });
    expect(() => parseManifest(broken, "models/a/model.json")).toThrow(
      /^models\/a\/model\.json: sample_rate [^\n]+$/,
    );
    expect(() => parseManifest("{", "models/a/model.json")).toThrow(ModelFolderError);
  });

  test("refuses a capability that there is not", () => {
    const able = { ...complete, capabilities: ["cloned_voices"] };
    expect(parseManifest(JSON.stringify(able), "model.json").capabilities).toEqual([
      "cloned_voices",
    ]);
    const singing = JSON.stringify({ ...complete, capabilities: ["singing"] });
    expect(() => parseManifest(singing, "model.json")).toThrow(/capabilities\.0/);
  });

  test("refuses a file name that leaves the folder", () => {
    const outside = JSON.stringify({ ...complete, files: { network: "../network.onnx" } });
    expect(() => parseManifest(outside, "model.json")).toThrow(/files\.network/);
  });
});
