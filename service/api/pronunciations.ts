import type { FastifyInstance, FastifyRequest } from "fastify";
import { accountIdOf, accountOf, type Guard } from "../access/guard.ts";
import { sendAgain, type Idempotency } from "./http/idempotency.ts";
import { listBody } from "./http/list-body.ts";
import { parsePageRequest } from "../speech/page.ts";
import type { Dictionaries } from "../speech/pronunciations/dictionaries.ts";
import type { Pronunciation, PronunciationRule } from "../speech/pronunciations/pronunciation.ts";
import {
  parseChange,
  parsePronunciation,
  PRONUNCIATION_LANGUAGE,
} from "../speech/pronunciations/pronunciation-fields.ts";
import type { PronunciationStore } from "../speech/pronunciations/pronunciation-store.ts";
import { parseRequestedPronunciations } from "../speech/pronunciations/requested-pronunciations.ts";
import { speakableText } from "../speech/pronunciations/speakable-text.ts";
import { readableText, substitute } from "../speech/pronunciations/substitution.ts";
import type { WordIndex } from "../speech/pronunciations/word-index.ts";
import { fieldsOfJson } from "../speech/speech-request-fields.ts";
import { parseInput } from "../speech/speech-request.ts";

export interface PronunciationServices {
  readonly guard: Guard;
  readonly pronunciations: PronunciationStore;
  readonly dictionaries: Dictionaries;
  readonly idempotency: Idempotency;
}

interface Entry {
  readonly Params: { readonly id: string };
}

/** `/v1/pronunciations`: how an account has words spoken; and a preview of what that makes of a text. */
export async function pronunciationRoutes(
  app: FastifyInstance,
  { guard, pronunciations, dictionaries, idempotency }: PronunciationServices,
): Promise<void> {
  const perMinute = guard.perMinute("pronunciations");
  const onRequest = [guard.authenticated, requireAccount, perMinute];

  app.post("/v1/pronunciations", { onRequest }, async (request, reply) => {
    const { accountId, limits } = accountOf(request);
    const rule = parsePronunciation(request.body);
    await using repeatable = await idempotency.begin(request, accountId, async () => request.body);
    if (repeatable.answer !== undefined) return sendAgain(reply, repeatable.answer);
    const added = await pronunciations.add(
      accountId,
      rule,
      limits.pronunciations,
      (transaction, entry) =>
        repeatable.keep({ status: 201, body: pronunciationJson(entry) }, transaction),
    );
    return reply.status(201).send(pronunciationJson(added));
  });

  app.get<{ Querystring: Record<string, unknown> }>(
    "/v1/pronunciations",
    { onRequest },
    async (request) => {
      const page = parsePageRequest(request.query);
      return listBody(
        await pronunciations.list(accountOf(request).accountId, page),
        pronunciationJson,
      );
    },
  );

  app.get<Entry>("/v1/pronunciations/:id", { onRequest }, async (request) =>
    pronunciationJson(await pronunciations.find(accountOf(request).accountId, request.params.id)),
  );

  app.patch<Entry>("/v1/pronunciations/:id", { onRequest }, async (request) => {
    const { accountId } = accountOf(request);
    const changed = await pronunciations.change(accountId, request.params.id, (current) =>
      parseChange(request.body, current),
    );
    return pronunciationJson(changed);
  });

  app.delete<Entry>("/v1/pronunciations/:id", { onRequest }, async (request) => {
    const { id } = request.params;
    await pronunciations.remove(accountOf(request).accountId, id);
    return { id, object: "pronunciation.deleted", deleted: true };
  });

  app.post(
    "/v1/pronunciations/preview",
    { onRequest: [guard.authenticated, perMinute] },
    async (request) => {
      const fields = fieldsOfJson(request.body);
      const { input } = parseInput(fields);
      const requested = parseRequestedPronunciations(fields["pronunciations"]);
      return previewJson(input, await dictionaries.rulesFor(accountIdOf(request), requested));
    },
  );
}

async function requireAccount(request: FastifyRequest): Promise<void> {
  accountOf(request);
}

/** An entry of a dictionary as clients read it. */
export function pronunciationJson(entry: Pronunciation) {
  return {
    object: "pronunciation",
    id: entry.id,
    ...ruleJson(entry),
    language: PRONUNCIATION_LANGUAGE,
    created_at: entry.createdAt.toISOString(),
    updated_at: entry.updatedAt.toISOString(),
  };
}

function ruleJson({ word, alias, ipa, caseSensitive, wordBoundaries }: PronunciationRule) {
  return {
    word,
    ...(alias === undefined ? { ipa } : { alias }),
    case_sensitive: caseSensitive,
    word_boundaries: wordBoundaries,
  };
}

/** The text with its replacements, the words that are spoken then, and what was replaced. */
function previewJson(input: string, rules: WordIndex<PronunciationRule>) {
  const { parts, replacements } = substitute(input, rules);
  return {
    object: "pronunciation.preview",
    input,
    text: readableText(parts),
    spoken: speakableText(parts).text,
    replacements: replacements.map(({ rule, written }) => ({
      id: "id" in rule ? rule.id : null,
      written,
      ...ruleJson(rule),
    })),
  };
}
