/**
 * `node recognition/tune-decoding.ts MODEL_FOLDER CLIPS_FOLDER NAME VALUE...` prints character and word error rates
 * with each value of a parameter in model.json's `decoding`.
 */

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { argv, stdout } from "node:process";
import { AudioDecoder } from "../../engine/audio/decoding/audio-decoder.ts";
import { load } from "../../engine/kinds/ctc-transcriber.ts";
import { readManifest } from "../../engine/model/manifest.ts";
import { clipFigures } from "../../../test/support/figures/clip-figures.ts";

const [modelFolder = "", clipsFolder = "", parameter = "", ...values] = argv.slice(2);
await using decoder = new AudioDecoder();
const manifest = await readManifest(modelFolder);
const shipped = manifest.rest["decoding"] as Readonly<Record<string, number>>;
for (const value of values.map(Number)) {
  const decoding = { ...shipped, [parameter]: value };
  const transcriber = await load(modelFolder, {
    ...manifest,
    rest: { ...manifest.rest, decoding },
  });
  for (const folder of (await readdir(clipsFolder)).toSorted()) {
    const { cer, wer } = await clipFigures(transcriber, decoder, join(clipsFolder, folder));
    stdout.write(`${parameter} ${value} ${folder}: ${percent(cer)} / ${percent(wer)}\n`);
  }
}

function percent(rate: number): string {
  return `${(100 * rate).toFixed(2)} %`;
}
