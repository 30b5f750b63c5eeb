import type {} from "@fastify/multipart";
import type { FileHandle } from "node:fs/promises";
import type { FastifyRequest } from "fastify";
import { bytesOf, openTemporaryFile } from "../../engine/audio/temporary-file.ts";
import { ApiError } from "../../contract/errors.ts";
import { repeated } from "../../contract/read.ts";
import type { Receipts } from "./receipts.ts";

/** A multipart form with at most one file, which is stored on disk. */
export interface FormUpload extends AsyncDisposable {
  /** The values of each text field, in the order in which they arrived. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly file: UploadedFile | undefined;
}

export interface UploadedFile {
  readonly bytes: number;
  read(): AsyncIterable<Uint8Array>;
}

export interface FormRules {
  /** The fields that may contain the file, once; other files are skipped. */
  readonly fileFields: readonly string[];
  readonly maxFileBytes: number;
  /** Whether such a field may contain a text in place of a file. */
  readonly takesText: boolean;
  /** Maximum size of each text field, and of all together. */
  readonly maxTextBytes: number;
  /** Creates the error for a file, or a text in the file's field, that is too large. */
  readonly tooLarge: () => ApiError;
}

/** Content types of parts that are files, whether they have a file name or not. */
const NAMELESS_FILE = /^(?:audio|video)\/|^application\/octet-stream/i;
/** Allowance for the boundaries and headers of the parts. */
const FORM_BYTES = 1024 * 1024;
const MAX_PARTS = 1000;
/** Suffix of a list's name, which clients may number: `[]` or `[0]`. */
const INDEX = /\[\d*\]$/;
/** Error codes of the form parser for a form with more parts. */
const TOO_MANY_PARTS: ReadonlySet<unknown> = new Set([
  "FST_PARTS_LIMIT",
  "FST_FIELDS_LIMIT",
  "FST_FILES_LIMIT",
]);

/** Reads a multipart form while it arrives; rejects with ApiError (invalid_request, or that of `rules.tooLarge`). */
export async function readFormUpload(
  request: FastifyRequest,
  rules: FormRules,
  receipts: Receipts,
): Promise<FormUpload> {
  const maxBytes = rules.maxFileBytes + rules.maxTextBytes + FORM_BYTES;
  const announcedBytes = Number(request.headers["content-length"] ?? 0);
  if (announcedBytes > maxBytes) throw rules.tooLarge();
  const stack = new AsyncDisposableStack();
  using receipt = receipts.begin(request, maxBytes, rules.tooLarge);
  const onPiece = (piece: Buffer) => receipt.count(piece.length);
  request.raw.on("data", onPiece);
  try {
    const { fields, file } = await receipt.unlessRefused(readParts(request, rules, stack));
    return { fields, file, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  } catch (error) {
    await stack.disposeAsync();
    throw isOurs(error) ? error : unreadable(error);
  } finally {
    request.raw.off("data", onPiece);
  }
}

/** Reads the parts of a form; `stack` disposes of the temporary file. */
async function readParts(
  request: FastifyRequest,
  rules: FormRules,
  stack: AsyncDisposableStack,
): Promise<Pick<FormUpload, "fields" | "file">> {
  const { fileFields, maxTextBytes } = rules;
  const fields = new Map<string, string[]>();
  let textBytes = 0;
  let file: UploadedFile | undefined;
  const limits = {
    fileSize: Infinity,
    fieldSize: maxTextBytes,
    fields: MAX_PARTS,
    parts: MAX_PARTS,
  };
  // Some clients send a file without a file name.
  const isPartAFile = (name?: string, contentType?: string, fileName?: string) =>
    fileName !== undefined ||
    NAMELESS_FILE.test(contentType ?? "") ||
    (!rules.takesText && fileFields.includes(name ?? ""));
  for await (const part of request.parts({ limits, isPartAFile })) {
    if (part.type === "field") {
      const name = part.fieldname.replace(INDEX, "");
      const text = textOf(part.value);
      textBytes += Buffer.byteLength(text);
      if (part.valueTruncated || textBytes > maxTextBytes) throw tooLong(name, rules);
      fields.set(name, [...(fields.get(name) ?? []), text]);
    } else if (fileFields.includes(part.fieldname)) {
      if (file !== undefined) throw repeated(part.fieldname);
      const handle = stack.use(await openTemporaryFile());
      const bytes = await store(part.file, handle, rules);
      file = { bytes, read: () => bytesOf(handle) };
    } else {
      await store(part.file, undefined, rules);
    }
  }
  return { fields, file };
}

function unreadable(error: unknown): ApiError {
  const hasTooMany = error instanceof Error && "code" in error && TOO_MANY_PARTS.has(error.code);
  const message = hasTooMany
    ? `The form has too many fields; at most ${MAX_PARTS} are taken.`
    : "The form cannot be parsed.";
  return new ApiError("invalid_request", message);
}

/** Returns a field as text; a part declared as JSON has been parsed already. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function tooLong(name: string, { fileFields, tooLarge }: FormRules): ApiError {
  return fileFields.includes(name)
    ? tooLarge()
    : new ApiError("invalid_request", `The field ${name} is too long.`, name);
}

/** Writes a part to disk, or discards it if there is no handle, and returns its size in bytes. */
async function store(
  part: AsyncIterable<Buffer>,
  handle: FileHandle | undefined,
  rules: FormRules,
): Promise<number> {
  let bytes = 0;
  for await (const piece of part) {
    bytes += piece.length;
    if (bytes > rules.maxFileBytes) throw rules.tooLarge();
    await handle?.writeFile(piece);
  }
  return bytes;
}

/**
 * Returns whether an error is our own: an ApiError or a disk error. Anything else comes from the form parser and is the
 * client's fault.
 */
function isOurs(error: unknown): boolean {
  return error instanceof ApiError || (error instanceof Error && "syscall" in error);
}
