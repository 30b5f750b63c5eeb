import path from "node:path";
import { cpuUsage } from "node:process";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { Type } from "typebox";
import { Value } from "typebox/value";
import { readManifest } from "#service/engine/model/manifest.ts";

/** Of the CTC kind's fields, those that say what its network takes. */
const NetworkFields = Type.Object({
  features: Type.Object({ bands: Type.Integer(), hop: Type.Integer() }),
  frames_per_step: Type.Integer(),
  state_size: Type.Integer(),
});

/**
 * Runs the network of a recognition model and nothing else for a length of audio, piece by piece; returns seconds of
 * processor time. It is fed noise: a network of convolutions takes as long for that as for speech.
 */
export async function bareNetworkSeconds(
  modelFolder: string,
  audioSeconds: number,
  pieceSeconds: number,
): Promise<number> {
  const { files, rest, sample_rate: rate } = await readManifest(modelFolder);
  const fields = Value.Parse(NetworkFields, rest);
  const session = await InferenceSession.create(path.join(modelFolder, files["acoustic"] ?? ""), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  const steps = Math.round((pieceSeconds * rate) / (fields.features.hop * fields.frames_per_step));
  const frames = steps * fields.frames_per_step;
  const features = Float32Array.from(
    { length: frames * fields.features.bands },
    () => Math.random() * 2 - 1,
  );
  let state = new Tensor("float32", new Float32Array(fields.state_size), [1, fields.state_size]);
  const run = async (position: number) => {
    const answer = await session.run({
      features: new Tensor("float32", features, [1, frames, fields.features.bands]),
      position: new Tensor("int64", BigInt64Array.of(BigInt(position)), [1]),
      state,
    });
    state = answer["next_state"] as typeof state;
  };
  await run(0);
  const before = cpuUsage();
  for (let piece = 1; piece <= audioSeconds / pieceSeconds; piece += 1) await run(piece * steps);
  const used = cpuUsage(before);
  await session.release();
  return (used.user + used.system) / 1e6;
}
