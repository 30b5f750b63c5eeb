/** Speaker embedding networks, run by sherpa-onnx; an optional file of the published recognition models. */

import { join } from "node:path";
import { Type, type Static } from "typebox";
import { MANIFEST_FILE, ModelFolderError, type Manifest } from "../model/manifest.ts";
import { SpeakerGroups, type Speakers } from "../segmented/speaker-groups.ts";
import type { Sherpa } from "./sherpa.ts";

/** The fields of `speaker_embeddings` in model.json. */
export const SpeakerEmbeddingFields = Type.Object({
  /** Minimum cosine similarity at which two voices are taken for one speaker's. */
  least_likeness: Type.Optional(Type.Number({ minimum: 0.05, maximum: 0.99 })),
});
const DEFAULT_LIKENESS = 0.5;
/** The network gets at most this much of a segment, from its middle, because it blocks its process while it runs. */
const MAX_SECONDS = 10;
const FILE = "speaker_embeddings";
const CAPABILITY = "speakers";

/**
 * Loads the network that a checked model folder names. Returns a function that begins the speaker diarization of one more
 * recording; it returns undefined where the folder names no network. Throws ModelFolderError where the folder names the network
 * but not the capability, or the reverse.
 */
export function loadSpeakerEmbeddings(
  { SpeakerEmbeddingExtractor }: Pick<Sherpa, "SpeakerEmbeddingExtractor">,
  folder: string,
  { files, capabilities = [], sample_rate: sampleRate }: Manifest,
  fields: Static<typeof SpeakerEmbeddingFields> | undefined,
): () => Speakers | undefined {
  const wrong = (reason: string) =>
    new ModelFolderError(`${join(folder, MANIFEST_FILE)}: ${reason}`);
  const name = files[FILE];
  if (name === undefined) {
    if (fields !== undefined) throw wrong(`${FILE} is there, but files.${FILE} is missing`);
    if (capabilities.includes(CAPABILITY)) {
      throw wrong(`capabilities has ${CAPABILITY}, but files.${FILE} is missing`);
    }
    return () => undefined;
  }
  if (!capabilities.includes(CAPABILITY)) {
    throw wrong(`files.${FILE} is there, but capabilities has no ${CAPABILITY}`);
  }
  const extractor = new SpeakerEmbeddingExtractor({ model: join(folder, name), numThreads: 1 });
  const voiceOf = (samples: Float32Array) => {
    const stream = extractor.createStream();
    const heard = Math.min(samples.length, MAX_SECONDS * sampleRate);
    const from = Math.floor((samples.length - heard) / 2);
    stream.acceptWaveform({ samples: samples.subarray(from, from + heard), sampleRate });
    stream.inputFinished();
    // No external buffer: a confined process may have no memory outside the JavaScript heap.
    return extractor.isReady(stream) ? extractor.compute(stream, false) : undefined;
  };
  const minLikeness = fields?.least_likeness ?? DEFAULT_LIKENESS;
  return () => ({ voiceOf, groups: new SpeakerGroups(minLikeness) });
}
