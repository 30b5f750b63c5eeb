import type { FastifyInstance, FastifyRequest } from "fastify";
import { accountIdOf } from "../../../access/authenticate.ts";
import { accountOf, principalOf } from "../../../access/guard.ts";
import { elevenlabsOperations as operations } from "../../../contract/dialects/elevenlabs.ts";
import { LIMITS } from "../../../contract/limits.ts";
import { MAX_PER_PAGE } from "../../../contract/lists.ts";
import { pageOf } from "../../http/page-of.ts";
import { routesOf } from "../../http/routes.ts";
import type { ApiServices } from "../../http/services.ts";
import { voiceFor } from "../shared/stand-ins.ts";
import { builtInVoices, savedVoice, type ListedVoice } from "./voices.ts";

const TURKISH = { language_id: "tr", name: "Turkish" };

/** Registers `GET /v1/voices`, `GET` and `DELETE /v1/voices/{id}`, `GET /v2/voices` and `GET /v1/models`. */
export async function voiceRoutes(app: FastifyInstance, services: ApiServices): Promise<void> {
  const { engine, guard, publicUrl, voices } = services;
  const route = routesOf(app, guard);

  route(operations.elevenlabsVoices).answer(async (_input, request) => ({
    voices: await listed(request),
  }));

  route(operations.elevenlabsVoice).answer(async ({ params }, request) => {
    const model = engine.defaultOf("synthesis");
    const name = model === undefined ? params.id : voiceFor("elevenlabs", params.id, model);
    const builtIn = builtInVoices(engine, publicUrl()).find(({ voice_id }) => voice_id === name);
    if (builtIn !== undefined) return builtIn;
    const accountId = accountIdOf(principalOf(request)) ?? "";
    return savedVoice(await voices.find(accountId, params.id));
  });

  route(operations.elevenlabsDeleteVoice).answer(async ({ params }, request) => {
    await voices.remove(accountOf(request).accountId, params.id);
    return { status: "ok" };
  });

  route(operations.elevenlabsSearchVoices).answer(async ({ query }, request) => {
    const { search = "", category, sort, sort_direction, page_size: limit } = query;
    const wanted = search.toLocaleLowerCase("tr");
    const found = (await listed(request)).filter(
      (voice) =>
        (category === undefined || voice.category === category) &&
        wordsOf(voice).toLocaleLowerCase("tr").includes(wanted),
    );
    if (sort !== undefined) found.sort(comparing(sort));
    const byId = found.map((voice) => ({ ...voice, id: voice.voice_id }));
    const order = sort_direction === "asc" ? "desc" : "asc";
    const page = pageOf(byId, { limit, order, after: query.next_page_token });
    return {
      voices: page.items.map(({ id: _id, ...voice }) => voice),
      has_more: page.hasMore,
      total_count: found.length,
      next_page_token: page.hasMore ? (page.items.at(-1)?.id ?? null) : null,
    };
  });

  route(operations.elevenlabsModels).answer(async () =>
    engine.models.map(({ id, manifest }) => ({
      model_id: id,
      name: id,
      description: manifest.task,
      can_do_text_to_speech: manifest.task === "synthesis",
      can_do_voice_conversion: false,
      can_be_finetuned: false,
      can_use_style: false,
      can_use_speaker_boost: false,
      serves_pro_voices: false,
      maximum_text_length_per_request: LIMITS.inputCharacters,
      languages: [TURKISH],
    })),
  );

  /** Returns the built-in voices and those that the account saved; a demo session has none. */
  async function listed(request: FastifyRequest): Promise<ListedVoice[]> {
    const accountId = accountIdOf(principalOf(request));
    const page = { limit: MAX_PER_PAGE, order: "desc" } as const;
    const saved = accountId === undefined ? [] : (await voices.list(accountId, page)).items;
    return [...builtInVoices(engine, publicUrl()), ...saved.map(savedVoice)];
  }
}

function wordsOf({ name, description, labels }: ListedVoice): string {
  return [name, description, ...Object.values(labels)].join(" ");
}

function comparing(sort: "created_at_unix" | "name") {
  return (one: ListedVoice, other: ListedVoice) =>
    sort === "name"
      ? one.name.localeCompare(other.name, "tr")
      : (one.created_at_unix ?? 0) - (other.created_at_unix ?? 0);
}
