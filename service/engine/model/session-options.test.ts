import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

const MODEL = path.resolve(import.meta.dirname, "../../models/synth-v2/speaker.onnx");
const OPTIONS = path.resolve(import.meta.dirname, "session-options.ts");

test("a process with a model leaves nothing in the temporary folder and in its user's, and tells nobody of itself", () => {
  const home = mkdtempSync(path.join(tmpdir(), "speech-telemetry-"));
  const program = `
    const { InferenceSession } = await import("onnxruntime-node");
    const { ONE_THREAD } = await import(${JSON.stringify(OPTIONS)});
    await InferenceSession.create(${JSON.stringify(MODEL)}, ONE_THREAD);
  `;
  try {
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--input-type=module", "--eval", program],
      { env: { HOME: home, TMPDIR: home }, encoding: "utf8" },
    );
    expect([status, stderr, readdirSync(home)]).toEqual([0, "", []]);
  } finally {
    rmSync(home, { recursive: true });
  }
});
