import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LIMITS } from "../../contract/limits.ts";
import type { TObject } from "typebox";
import { read, readTexts, repeated } from "../../contract/read.ts";
import type { Sent } from "../../contract/schema.ts";
import { readFormUpload, type FormRules, type UploadedFile } from "./form-upload.ts";
import { parseJsonBody } from "./json-body.ts";
import type { Receipts } from "./receipts.ts";
import { ApiError } from "../../contract/errors.ts";
import { REFERENCE_FIELD, referenceTooLarge } from "../../speech/voice/reference-recording.ts";

/** Size of the largest recording in base64, with room for the prefix of a data URL. */
const BASE64_BYTES = Math.ceil(LIMITS.referenceBytes / 3) * 4 + 1024;
const MAX_TEXT_BYTES = BASE64_BYTES + LIMITS.bodyBytes;
const FORM: FormRules = {
  fileFields: [REFERENCE_FIELD],
  maxFileBytes: LIMITS.referenceBytes,
  takesText: true,
  maxTextBytes: MAX_TEXT_BYTES,
  tooLarge: referenceTooLarge,
};

/** Makes the routes of an app accept bodies with a recording: JSON or a form. */
export async function takeSpeechBodies(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  // The body is not parsed here: when a parser refuses one, the connection is closed at once, and many clients never read why.
  app.addContentTypeParser("application/json", (_request, _payload, done) => done(null));
  await app.register(multipart);
}

/** A body that may contain a recording. */
export interface SpeechBody<Fields> extends AsyncDisposable {
  readonly fields: Fields;
  /** The recording, if it was sent as a file. */
  readonly referenceFile: UploadedFile | undefined;
}

/**
 * Reads a body as its schema describes it; dispose of it when the recording has been processed.
 *
 * `aliases` are other names that the recording's field may have.
 */
export async function readSpeechBody<Schema extends TObject>(
  request: FastifyRequest,
  schema: Schema,
  receipts: Receipts,
  aliases: readonly string[] = [],
): Promise<SpeechBody<Sent<Schema>>> {
  await using stack = new AsyncDisposableStack();
  if (!request.isMultipart()) {
    const json = await readJson(request, receipts);
    const named = isFields(json) ? new Map(Object.entries(json)) : undefined;
    const body = named === undefined ? json : Object.fromEntries(unaliased(named, aliases));
    return held(read(schema, body), undefined, stack);
  }
  const fileFields = [...FORM.fileFields, ...aliases];
  const form = stack.use(await readFormUpload(request, { ...FORM, fileFields }, receipts));
  return held(readTexts(schema, unaliased(form.fields, aliases)), form.file, stack);
}

function held<Fields>(
  fields: unknown,
  referenceFile: UploadedFile | undefined,
  stack: AsyncDisposableStack,
): SpeechBody<Fields> {
  const kept = stack.move();
  return {
    // Values read from a schema are never modified.
    fields: fields as Fields,
    referenceFile,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Returns the fields with the recording under its own name, whichever of its names it was sent by. */
function unaliased<Value>(
  fields: ReadonlyMap<string, Value>,
  aliases: readonly string[],
): ReadonlyMap<string, Value> {
  const [alias, other] = [REFERENCE_FIELD, ...aliases].filter((name) => fields.has(name));
  if (other !== undefined) throw repeated(other);
  const recording = alias === undefined ? undefined : fields.get(alias);
  if (recording === undefined || alias === REFERENCE_FIELD) return fields;
  return new Map([...fields, [REFERENCE_FIELD, recording]]);
}

function isFields(json: unknown): json is object {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

/** Reads a JSON body above the default size limit, counted while it arrives. */
async function readJson(request: FastifyRequest, receipts: Receipts): Promise<unknown> {
  const body = request.raw;
  const pieces: Buffer[] = [];
  const tooLarge = () => bodyTooLarge(Buffer.concat(pieces));
  using receipt = receipts.begin(request, MAX_TEXT_BYTES, tooLarge);
  const reading = async () => {
    // A request that is destroyed cannot be answered.
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      pieces.push(piece);
      receipt.count(piece.length);
    }
  };
  try {
    await receipt.unlessRefused(reading());
    return parseJsonBody(Buffer.concat(pieces));
  } finally {
    // Most clients read the response only after they have sent everything.
    body.resume();
  }
}

/** Creates the error for a body that is too large; if it has a recording, that is what makes it so large. */
function bodyTooLarge(arrived: Buffer): ApiError {
  return arrived.includes(`"${REFERENCE_FIELD}"`)
    ? referenceTooLarge()
    : new ApiError("invalid_request", "The body of the request is too large.");
}
