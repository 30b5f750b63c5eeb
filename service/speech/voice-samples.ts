import { createHash } from "node:crypto";
import type { AudioEncoder } from "../engine/audio/encoding/audio-encoder.ts";
import { NEUTRAL_MANNER } from "../engine/model/model.ts";
import { EngineError } from "../engine/admission/engine-error.ts";
import type { ModelPool } from "../engine/pool/pool.ts";
import { synthesizeRemotely } from "../engine/pool/remote-synthesis.ts";
import { encodeSpeech } from "./encode-speech.ts";

const TAG_DIGITS = 16;

/** Returns the text of a voice's sample; of a name such as hm_psi the last part is said. */
function sampleText(name: string): string {
  return `Merhaba, ben ${name.split("_").at(-1)}. Metinlerinizi bu sesle seslendiriyorum.`;
}

/** Returns the version tag of a model's samples: it changes with the weights, their voices or the text. */
export function sampleTag({ manifest }: Pick<ModelPool, "manifest">): string {
  const made = `${JSON.stringify(manifest)} ${sampleText("")}`;
  return createHash("sha256").update(made).digest("hex").slice(0, TAG_DIGITS);
}

/** Samples of the built-in voices as MP3: each is synthesized on first request, one at a time, and kept. */
export class VoiceSamples {
  readonly #encoder: AudioEncoder;
  /** By voice, for each running model: a model that replaces another gets its own samples. */
  readonly #samples = new WeakMap<ModelPool, Map<string, Promise<Buffer>>>();
  #lastMade: Promise<unknown> = Promise.resolve();

  constructor(encoder: AudioEncoder) {
    this.#encoder = encoder;
  }

  /** Returns the sample of one of the model's own voices; rejects with EngineError, after which another call tries again. */
  find(model: ModelPool, name: string): Promise<Buffer> {
    const samples = this.#samples.get(model) ?? new Map<string, Promise<Buffer>>();
    this.#samples.set(model, samples);
    const known = samples.get(name);
    if (known !== undefined) return known;
    const sample = this.#lastMade.then(() => this.#make(model, name));
    samples.set(name, sample);
    this.#lastMade = sample.catch(() => samples.delete(name));
    return sample;
  }

  async #make(model: ModelPool, name: string): Promise<Buffer> {
    const text = sampleText(name);
    // Never aborted, even if the client leaves, as the sample is kept for the next request.
    const { signal } = new AbortController();
    using slot = await model.admit({ urgency: "long", units: text.length }, signal);
    const speaker = { kind: "built-in", name } as const;
    const rest = synthesizeRemotely(
      slot,
      { text, speaker, manner: NEUTRAL_MANNER, speed: 1 },
      signal,
    );
    const first = await rest.next();
    if (first.done === true) throw new EngineError("engine_error", `${name} said nothing`);
    const { sampleRate } = model;
    const begun = { first: first.value, rest, sampleRate };
    const output = { format: "mp3", sampleRate } as const;
    const pieces: Uint8Array[] = [];
    for await (const piece of encodeSpeech(begun, output, this.#encoder, () => undefined)) {
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  }
}
