/**
 * `node recognition/measure-shipped.ts MODEL_FOLDER CLIPS_FOLDER` prints error rates and speed on each folder of clips,
 * as JSON.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { argv, stdout } from "node:process";
import { AudioDecoder } from "../../engine/audio/decoding/audio-decoder.ts";
import { loadTranscriber } from "../../engine/kinds/kinds.ts";
import { clipFigures, type ClipFigures } from "../../../test/support/figures/clip-figures.ts";

const [modelFolder = "", clipsFolder = ""] = argv.slice(2);
await using decoder = new AudioDecoder();
const transcriber = await loadTranscriber(modelFolder);
const measured: Record<string, ClipFigures> = {};
for (const name of (await readdir(clipsFolder)).toSorted()) {
  measured[name] = await clipFigures(transcriber, decoder, join(clipsFolder, name));
}
stdout.write(`${JSON.stringify(measured, null, 2)}\n`);
