import type {} from "@fastify/multipart";
import type { FileHandle } from "node:fs/promises";
import type { FastifyRequest } from "fastify";
import { LIMITS } from "../accounts/limits.ts";
import { Refusal } from "../speech/refusal.ts";
import { bytesOf, openTemporaryFile } from "../engine/audio/temporary-file.ts";

/** A multipart form with one file, which lies on disk. */
export interface FormUpload extends AsyncDisposable {
  /** The values of each text field, in the order in which they came. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** The file of the field `file`; undefined when there was none. */
  readonly file: UploadedFile | undefined;
}

export interface UploadedFile {
  readonly bytes: number;
  /** Reads the file from its beginning. */
  read(): AsyncIterable<Uint8Array>;
}

const FILE_FIELD = "file";
/** Room for the fields and the boundaries beside the file. */
const FORM_BYTES = 1024 * 1024;

/** Reads a multipart form while it arrives; rejects with Refusal (invalid_request, file_too_large). */
export async function readFormUpload(request: FastifyRequest): Promise<FormUpload> {
  const announcedBytes = Number(request.headers["content-length"] ?? 0);
  if (announcedBytes > LIMITS.uploadBytes + FORM_BYTES) throw tooLarge();
  const stack = new AsyncDisposableStack();
  const fields = new Map<string, string[]>();
  let file: UploadedFile | undefined;
  try {
    for await (const part of request.parts({ limits: { fileSize: Infinity } })) {
      if (part.type === "field") {
        const name = part.fieldname.replace(/\[\]$/, "");
        fields.set(name, [...(fields.get(name) ?? []), String(part.value)]);
      } else if (part.fieldname === FILE_FIELD && file === undefined) {
        const handle = stack.use(await openTemporaryFile());
        file = uploadedFile(handle, await store(part.file, handle));
      } else {
        await store(part.file, undefined);
      }
    }
  } catch (error) {
    await stack.disposeAsync();
    throw isOurs(error) ? error : new Refusal("invalid_request", "The form cannot be parsed.");
  }
  return { fields, file, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Writes a part to disk, or nowhere, and returns its size. */
async function store(part: AsyncIterable<Buffer>, handle: FileHandle | undefined): Promise<number> {
  let bytes = 0;
  for await (const piece of part) {
    bytes += piece.length;
    if (bytes > LIMITS.uploadBytes) throw tooLarge();
    await handle?.writeFile(piece);
  }
  return bytes;
}

function uploadedFile(handle: FileHandle, bytes: number): UploadedFile {
  return { bytes, read: () => bytesOf(handle) };
}

function tooLarge(): Refusal {
  return new Refusal(
    "file_too_large",
    `The file is larger than ${LIMITS.uploadBytes / 1024 / 1024} MB.`,
    FILE_FIELD,
  );
}

/** What the form's parser throws is the client's fault; a refusal has its code, a fault of the disk is ours. */
function isOurs(error: unknown): boolean {
  return error instanceof Refusal || (error instanceof Error && "syscall" in error);
}
