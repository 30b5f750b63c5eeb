/** Published networks that tell speakers apart, run by sherpa-onnx, as an optional file of the published recognition models. */

import { join } from "node:path";
import { Type, type Static } from "typebox";
import { MANIFEST_FILE, ModelFolderError, type Manifest } from "../model/manifest.ts";
import { SpeakerGroups, type Speakers } from "../segmented/speaker-groups.ts";
import type { Sherpa } from "./sherpa.ts";

/** What `speaker_embeddings` in model.json may say. */
export const SpeakerEmbeddingFields = Type.Object({
  /** The cosine of two voices from which on they are one speaker's. */
  least_likeness: Type.Optional(Type.Number({ minimum: 0.05, maximum: 0.99 })),
});
const USUAL_LIKENESS = 0.5;
/** What is heard of one stretch, from its middle: the network holds up its process. */
const MOST_SECONDS = 10;
const FILE = "speaker_embeddings";
const CAPABILITY = "speakers";

/**
 * Loads the network that a checked model folder names; returns what tells the speakers of one more recording apart. Throws
 * ModelFolderError where the folder names one and not the capability, or the other way round.
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
    const heard = Math.min(samples.length, MOST_SECONDS * sampleRate);
    const from = Math.floor((samples.length - heard) / 2);
    stream.acceptWaveform({ samples: samples.subarray(from, from + heard), sampleRate });
    stream.inputFinished();
    // A confined process may have no memory outside JavaScript's.
    return extractor.isReady(stream) ? extractor.compute(stream, false) : undefined;
  };
  const leastLikeness = fields?.least_likeness ?? USUAL_LIKENESS;
  return () => ({ voiceOf, groups: new SpeakerGroups(leastLikeness) });
}
