import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../contract/errors.ts";
import type { Recording } from "../engine/audio/decoding/open-audio.ts";
import type { Engine } from "../engine/engine.ts";
import { offeredVoices } from "./http/built-in-voices.ts";
import { endOfWork } from "./http/end-of-work.ts";
import { accountOf } from "../access/guard.ts";
import { digestOf } from "./http/idempotency-fingerprint.ts";
import { sendAgain } from "./http/idempotency.ts";
import { listBody } from "./http/list-body.ts";
import { pageOf } from "./http/page-of.ts";
import { cloneVoice, cloningModel } from "../speech/saved-voices/clone-voice.ts";
import { designSavedVoice } from "../speech/saved-voices/design-saved-voice.ts";
import { isVoiceOf, VOICE_LANGUAGE, type SavedVoice } from "../speech/saved-voices/saved-voice.ts";
import { nothingLeft, type Sent } from "../contract/schema.ts";
import {
  NewVoice,
  voiceOperations as operations,
  type BuiltInVoiceBody,
  type SavedVoiceBody,
} from "../contract/voices.ts";
import { routesOf } from "./http/routes.ts";
import { consentedRecording } from "../speech/voice/reference-recording.ts";
import type { ApiServices } from "./http/services.ts";
import { readSpeechBody, takeSpeechBodies } from "./http/speech-body.ts";

/** Names that other services use for the recording's field. */
const RECORDING_ALIASES = ["audio_sample", "file"] as const;

/** Registers `/v1/voices`: voices that an account cloned or designed and saved, and those that come with the models. */
export async function voiceRoutes(
  app: FastifyInstance,
  { drain, engine, guard, voices, idempotency, receipts }: ApiServices,
): Promise<void> {
  const route = routesOf(app, guard);

  // Registered on its own: only this route takes bodies as large as a recording.
  await app.register(async (recordings) => {
    await takeSpeechBodies(recordings);
    const recordingRoute = routesOf(recordings, guard);
    recordingRoute(operations.createVoice).answer((_input, request, reply) => save(request, reply));
  });

  route(operations.listVoices).answer(async ({ query }, request) => {
    const { type, ...page } = query;
    if (type === "builtin") return listBody(pageOf(builtIn(engine), page), same);
    const saved = await voices.list(accountOf(request).accountId, page);
    return listBody(saved, (voice) => savedVoiceJson(voice, engine));
  });

  route(operations.readVoice).answer(async ({ params }, request) =>
    savedVoiceJson(await voices.find(accountOf(request).accountId, params.id), engine),
  );

  route(operations.changeVoice).answer(async ({ body, params }, request) => {
    const { name, description, ...rest } = body;
    nothingLeft(rest);
    const { accountId } = accountOf(request);
    const changed = await voices.change(accountId, params.id, (current) => ({
      name: name ?? current.name,
      description: description ?? current.description,
    }));
    return savedVoiceJson(changed, engine);
  });

  route(operations.deleteVoice).answer(async ({ params: { id } }, request) => {
    await voices.remove(accountOf(request).accountId, id);
    return { id, object: "voice.deleted", deleted: true };
  });

  async function save(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { accountId, keyId, limits } = accountOf(request);
    await using sent = await readSpeechBody(request, NewVoice, receipts, RECORDING_ALIASES);
    const { consent, reference_audio, voice_description, name, description, ...rest } = sent.fields;
    nothingLeft(rest);
    const label = { name, description };
    const recorded = sent.referenceFile ?? reference_audio;
    const described = voice_description?.trim() ?? "";
    if (described !== "" && recorded !== undefined) {
      const message = "voice_description cannot be combined with reference_audio.";
      throw new ApiError("conflicting_fields", message, "voice_description");
    }
    const recording = described === "" ? consentedRecording(consent, recorded) : undefined;
    await using repeatable = await idempotency.begin(request, accountId, async () => ({
      ...label,
      ...(recording === undefined
        ? { voice_description: described }
        : { recording: await digestOf(recording.read()) }),
    }));
    if (repeatable.answer !== undefined) return sendAgain(reply, repeatable.answer);
    await voices.requireRoom(accountId, limits.savedVoices);
    const voice =
      recording === undefined
        ? designSavedVoice(described, engine)
        : { ...(await clone(recording, endOfWork(reply, drain))), consentKeyId: keyId };
    const saved = await voices.add(
      accountId,
      { ...label, ...voice },
      limits.savedVoices,
      (transaction, added) =>
        repeatable.keep({ status: 201, body: savedVoiceJson(added, engine) }, transaction),
    );
    return reply.status(201).send(savedVoiceJson(saved, engine));
  }

  function clone(recording: Recording, signal: AbortSignal) {
    return cloneVoice(recording, cloningModel(engine), engine, signal);
  }
}

function builtIn(engine: Engine): readonly Sent<typeof BuiltInVoiceBody>[] {
  return offeredVoices(engine).map(({ voice: { name, gender, age }, models }) => ({
    object: "voice",
    id: name,
    name,
    type: "builtin",
    model: models[0].id,
    models: models.map(({ id }) => id),
    language: VOICE_LANGUAGE,
    gender,
    age,
  }));
}

export function savedVoiceJson(voice: SavedVoice, engine: Engine): Sent<typeof SavedVoiceBody> {
  return {
    object: "voice",
    id: voice.id,
    name: voice.name,
    type: "saved",
    description: voice.description,
    language: voice.language,
    model: voice.model,
    // With other weights than those it was saved for, a model would speak with another voice.
    usable: engine.models.some((model) => isVoiceOf(voice, model)),
    ...(voice.design !== undefined && { voice_description: voice.design.description }),
    duration_seconds: voice.durationSeconds ?? null,
    consented_at: voice.consentedAt?.toISOString() ?? null,
    created_at: voice.createdAt.toISOString(),
    updated_at: voice.updatedAt.toISOString(),
  };
}

function same<Value>(value: Value): Value {
  return value;
}
