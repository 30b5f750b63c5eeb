import { YEAR_SECONDS } from "#units/time.ts";
import type { FastifyInstance } from "fastify";
import { sendRange } from "#runtime/send-range.ts";
import { ApiError } from "../../contract/errors.ts";
import type { ModelPool } from "../../engine/pool/pool.ts";
import { sampleTag, VoiceSamples } from "../../speech/voice-samples.ts";
import type { ShownVoice } from "../../web/frame/shown-voice.ts";
import type { SiteServices } from "./site-services.ts";

/** Returns the built-in voices of a model as pages show them; none before it was loaded. */
export function shownVoices(model: ModelPool): readonly ShownVoice[] {
  const tag = sampleTag(model);
  return model.voices.map(({ name, gender, age }) => ({
    name,
    gender,
    age,
    sample: `/voices/${model.id}/${name}.mp3?v=${tag}`,
  }));
}

/**
 * Registers `GET /voices/{model}/{voice}.mp3`, public samples of the built-in voices, which count as nobody's usage. With the
 * `v` of `shownVoices` browsers keep a sample, without it they revalidate.
 */
export async function voiceSampleRoutes(
  app: FastifyInstance,
  { engine }: SiteServices,
): Promise<void> {
  const samples = new VoiceSamples(engine.encoder);

  app.get<{
    Params: { readonly model: string; readonly file: string };
    Querystring: { readonly v?: unknown };
  }>("/voices/:model/:file", async ({ params, query, headers }, reply) => {
    const model = engine.ofTask("synthesis").find(({ id }) => id === params.model);
    if (model === undefined) throw new ApiError("not_found");
    if (model.voices.length === 0) throw model.unready;
    const voice = model.voices.find(({ name }) => params.file === `${name}.mp3`);
    if (voice === undefined) throw new ApiError("not_found");
    const tag = sampleTag(model);
    const etag = `"${tag}"`;
    const isKept = headers["if-none-match"]?.includes(etag) === true;
    const bytes = isKept ? undefined : await samples.find(model, voice.name);
    const caching = query.v === tag ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache";
    void reply.header("etag", etag).header("cache-control", caching);
    if (bytes === undefined) return reply.status(304).send();
    // A range of a sample that has changed would not fit the part that the browser already has.
    const ifRange = headers["if-range"];
    const isSame = ifRange === undefined || ifRange === etag;
    return sendRange(reply, isSame ? headers.range : undefined, bytes, "audio/mpeg");
  });
}
