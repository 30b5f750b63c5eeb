import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Engine } from "../engine/engine.ts";
import { clientGone } from "./http/client-gone.ts";
import { ApiError } from "../contract/errors.ts";
import { accountOf, type Guard } from "../access/guard.ts";
import { digestOf } from "./http/idempotency-fingerprint.ts";
import { sendAgain, type Idempotency } from "./http/idempotency.ts";
import { listBody } from "./http/list-body.ts";
import { parsePageRequest } from "../speech/page.ts";
import { cloneVoice, cloningModel } from "../speech/saved-voices/clone-voice.ts";
import type { SavedVoiceStore } from "../speech/saved-voices/saved-voice-store.ts";
import { VOICE_LANGUAGE, type SavedVoice } from "../speech/saved-voices/saved-voice.ts";
import { parseLabelChange, parseVoiceLabel } from "../speech/saved-voices/voice-fields.ts";
import { isVoiceOf } from "../speech/saved-voices/voice-space.ts";
import { fieldsOfJson, type SpeechFields } from "../speech/speech-request-fields.ts";
import { consentedRecording } from "../speech/speech-request-voice.ts";
import { REFERENCE_FIELD } from "../speech/voice/reference-audio.ts";
import { readSpeechBody, takeSpeechBodies } from "./http/speech-body.ts";

export interface VoiceServices {
  readonly engine: Engine;
  readonly guard: Guard;
  readonly voices: SavedVoiceStore;
  readonly idempotency: Idempotency;
}

interface Voice {
  readonly Params: { readonly id: string };
}

/** Names that other services have for the recording. */
const RECORDING_ALIASES = ["audio_sample", "file"] as const;

/** `/v1/voices`: voices that an account cloned and saved, and those that come with the models. */
export async function voiceRoutes(
  app: FastifyInstance,
  { engine, guard, voices, idempotency }: VoiceServices,
): Promise<void> {
  const perMinute = guard.perMinute("voices");
  const onRequest = [guard.authenticated, requireAccount, perMinute];

  // Of these routes, one alone takes bodies as large as a recording.
  await app.register(async (recordings) => {
    await takeSpeechBodies(recordings);
    // The model hears the recording: that is work as speech is, and counted so.
    const counted = [guard.authenticated, requireAccount, guard.counted("speech")];
    recordings.post("/v1/voices", { onRequest: counted }, save);
  });

  app.get<{ Querystring: Record<string, unknown> }>(
    "/v1/voices",
    { onRequest: [guard.authenticated, perMinute] },
    async (request) => {
      const { type = "saved" } = request.query;
      if (type === "builtin") return listBody({ items: builtIn(engine), hasMore: false }, same);
      if (type !== "saved") throw unknownType();
      const page = parsePageRequest(request.query);
      const saved = await voices.list(accountOf(request).accountId, page);
      return listBody(saved, (voice) => savedVoiceJson(voice, engine));
    },
  );

  app.get<Voice>("/v1/voices/:id", { onRequest }, async (request) =>
    savedVoiceJson(await voices.find(accountOf(request).accountId, request.params.id), engine),
  );

  app.patch<Voice>("/v1/voices/:id", { onRequest }, async (request) => {
    const change = fieldsOfJson(request.body);
    const changed = await voices.change(
      accountOf(request).accountId,
      request.params.id,
      (current) => parseLabelChange(change, current),
    );
    return savedVoiceJson(changed, engine);
  });

  app.delete<Voice>("/v1/voices/:id", { onRequest }, async (request) => {
    const { id } = request.params;
    await voices.remove(accountOf(request).accountId, id);
    return { id, object: "voice.deleted", deleted: true };
  });

  async function save(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { accountId, keyId, limits } = accountOf(request);
    await using sent = await readSpeechBody(request, RECORDING_ALIASES);
    const fields = withoutAliases(sent.fields);
    const recording = consentedRecording(fields, sent.referenceFile);
    const label = parseVoiceLabel(fields);
    await using repeatable = await idempotency.begin(request, accountId, async () => ({
      ...label,
      recording: await digestOf(recording.read()),
    }));
    if (repeatable.answer !== undefined) return sendAgain(reply, repeatable.answer);
    await voices.requireRoom(accountId, limits.savedVoices);
    const model = cloningModel(engine);
    const voice = await cloneVoice(recording, model, engine.decoder, clientGone(reply));
    const saved = await voices.add(
      { accountId, keyId },
      { ...label, ...voice },
      limits.savedVoices,
      (transaction, added) =>
        repeatable.keep({ status: 201, body: savedVoiceJson(added, engine) }, transaction),
    );
    return reply.status(201).send(savedVoiceJson(saved, engine));
  }
}

async function requireAccount(request: FastifyRequest): Promise<void> {
  accountOf(request);
}

function unknownType(): ApiError {
  return new ApiError("invalid_request", {
    message: "type has to be saved or builtin.",
    param: "type",
  });
}

/** The recording under its own name, whichever of its names it was sent by. */
function withoutAliases(fields: SpeechFields): SpeechFields {
  const names = [REFERENCE_FIELD, ...RECORDING_ALIASES];
  const recording = names.map((name) => fields[name]).find((value) => value !== undefined);
  return { ...fields, [REFERENCE_FIELD]: recording };
}

function builtIn(engine: Engine) {
  return engine.ofTask("synthesis").flatMap((model) =>
    model.voices.map(({ name, gender, age }) => ({
      object: "voice",
      id: name,
      name,
      type: "builtin",
      model: model.id,
      language: VOICE_LANGUAGE,
      gender,
      age,
    })),
  );
}

/** A saved voice as clients read it. */
export function savedVoiceJson(voice: SavedVoice, engine: Engine) {
  return {
    object: "voice",
    id: voice.id,
    name: voice.name,
    type: "saved",
    description: voice.description,
    language: voice.language,
    model: voice.model,
    // With other weights than it was saved for, a model would speak as somebody else.
    usable: engine.models.some((model) => isVoiceOf(voice, model)),
    duration_seconds: voice.durationSeconds,
    consented_at: voice.consentedAt.toISOString(),
    created_at: voice.createdAt.toISOString(),
    updated_at: voice.updatedAt.toISOString(),
  };
}

function same<Value>(value: Value): Value {
  return value;
}
