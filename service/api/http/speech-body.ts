import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LIMITS } from "../../contract/limits.ts";
import { readFormUpload, type FormRules } from "./form-upload.ts";
import { leaveJsonUnread, readLargeJson, type LargeJsonRules } from "./large-json.ts";
import { Refusal } from "../../contract/refusal.ts";
import {
  fieldsOfForm,
  fieldsOfJson,
  type SentSpeechRequest,
} from "../../speech/speech-request-fields.ts";
import { REFERENCE_FIELD, referenceTooLarge } from "../../speech/voice/reference-audio.ts";

/** What the largest recording has in base64, with room for the head of a data URL. */
const BASE64_BYTES = Math.ceil(LIMITS.referenceBytes / 3) * 4 + 1024;
const MOST_TEXT_BYTES = BASE64_BYTES + LIMITS.bodyBytes;
const FORM: FormRules = {
  fileFields: [REFERENCE_FIELD],
  mostFileBytes: LIMITS.referenceBytes,
  mostTextBytes: MOST_TEXT_BYTES,
  tooLarge: referenceTooLarge,
};

const JSON_RULES: LargeJsonRules = { mostBytes: MOST_TEXT_BYTES, tooLarge: bodyTooLarge };

/** Makes the routes of an app take bodies with a recording in them: JSON, or a form. */
export async function takeSpeechBodies(app: FastifyInstance): Promise<void> {
  leaveJsonUnread(app);
  await app.register(multipart);
}

/**
 * Reads what was sent; dispose of it when the recording has been heard.
 *
 * `aliases` are other names that the recording's field may have.
 */
export async function readSpeechBody(
  request: FastifyRequest,
  aliases: readonly string[] = [],
): Promise<SentSpeechRequest & AsyncDisposable> {
  if (!request.isMultipart()) {
    const nothingToFree = async () => undefined;
    return {
      fields: fieldsOfJson(await readLargeJson(request, JSON_RULES)),
      referenceFile: undefined,
      [Symbol.asyncDispose]: nothingToFree,
    };
  }
  const fileFields = [...FORM.fileFields, ...aliases];
  const form = await readFormUpload(request, { ...FORM, fileFields });
  return {
    fields: fieldsOfForm(form.fields),
    referenceFile: form.file,
    [Symbol.asyncDispose]: () => form[Symbol.asyncDispose](),
  };
}

/** Nothing but a recording makes a body this large, unless it has none. */
function bodyTooLarge(arrived: Buffer): Refusal {
  return arrived.includes(`"${REFERENCE_FIELD}"`)
    ? referenceTooLarge()
    : new Refusal("invalid_request", "The body of the request is too large.");
}
