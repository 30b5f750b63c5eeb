import type { FastifyInstance } from "fastify";
import {
  PRONUNCIATION_LANGUAGE,
  pronunciationOperations as operations,
  type PronunciationBody,
  type PronunciationPreview,
} from "../contract/pronunciations.ts";
import { nothingLeft, type Sent } from "../contract/schema.ts";
import { routesOf } from "./http/routes.ts";
import type { ApiServices } from "./http/services.ts";
import { accountIdOf } from "../access/authenticate.ts";
import { accountOf, principalOf } from "../access/guard.ts";
import { sendAgain } from "./http/idempotency.ts";
import { listBody } from "./http/list-body.ts";
import { sentencesInIpa } from "../engine/synthesis/spoken-ipa.ts";
import type { Pronunciation, PronunciationRule } from "../speech/pronunciations/pronunciation.ts";
import {
  parseChange,
  parsePronunciation,
  parseRequestedPronunciations,
} from "../speech/pronunciations/pronunciation-fields.ts";
import { speakableText } from "../speech/pronunciations/speakable-text.ts";
import { withoutMarkup } from "../speech/normalize/markup.ts";
import { readableText, substitute } from "../speech/pronunciations/substitution.ts";
import type { WordIndex } from "../speech/pronunciations/word-index.ts";

/** Registers `/v1/pronunciations`: an account's pronunciations of words, and a preview of their effect on a text. */
export async function pronunciationRoutes(
  app: FastifyInstance,
  { guard, pronunciations, dictionaries, idempotency }: ApiServices,
): Promise<void> {
  const route = routesOf(app, guard);

  route(operations.createPronunciation).answer(async ({ body }, request, reply) => {
    const { accountId, limits } = accountOf(request);
    const rule = parsePronunciation(body);
    await using repeatable = await idempotency.begin(request, accountId, async () => request.body);
    if (repeatable.answer !== undefined) return sendAgain(reply, repeatable.answer);
    const added = await pronunciations.add(
      accountId,
      rule,
      limits.pronunciations,
      (transaction, entry) =>
        repeatable.keep({ status: 201, body: pronunciationJson(entry) }, transaction),
    );
    return pronunciationJson(added);
  });

  route(operations.listPronunciations).answer(async ({ query }, request) =>
    listBody(await pronunciations.list(accountOf(request).accountId, query), pronunciationJson),
  );

  route(operations.readPronunciation).answer(async ({ params }, request) =>
    pronunciationJson(await pronunciations.find(accountOf(request).accountId, params.id)),
  );

  route(operations.changePronunciation).answer(async ({ body, params }, request) => {
    const { accountId } = accountOf(request);
    const changed = await pronunciations.change(accountId, params.id, (current) =>
      parseChange(body, current),
    );
    return pronunciationJson(changed);
  });

  route(operations.deletePronunciation).answer(async ({ params: { id } }, request) => {
    await pronunciations.remove(accountOf(request).accountId, id);
    return { id, object: "pronunciation.deleted", deleted: true };
  });

  route(operations.previewPronunciations).answer(async ({ body }, request) => {
    const { input, pronunciations: requested, ...rest } = body;
    nothingLeft(rest);
    const rules = await dictionaries.rulesFor(
      accountIdOf(principalOf(request)),
      parseRequestedPronunciations(requested),
    );
    return previewJson(input, rules);
  });
}

export function pronunciationJson(entry: Pronunciation): Sent<typeof PronunciationBody> {
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
    ...(alias !== undefined && { alias }),
    ...(ipa !== undefined && { ipa }),
    case_sensitive: caseSensitive,
    word_boundaries: wordBoundaries,
  };
}

/** Returns the text with its replacements, the words that are then spoken, and what was replaced. */
function previewJson(input: string, rules: WordIndex): Sent<typeof PronunciationPreview> {
  const { parts, replacements } = substitute(withoutMarkup(input).text, rules);
  const { text: spoken, pronounced } = speakableText(parts);
  return {
    object: "pronunciation.preview",
    input,
    text: readableText(parts),
    spoken,
    ipa: [...sentencesInIpa(spoken, pronounced)].join(" "),
    replacements: replacements.map(({ rule, written }) => ({
      id: "id" in rule && typeof rule.id === "string" ? rule.id : null,
      written,
      ...ruleJson(rule),
    })),
  };
}
