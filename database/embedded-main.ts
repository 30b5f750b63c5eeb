/**
 * The process of an embedded database: `node database/embedded-main.ts USER DIRECTORY`, where USER is the process that it works for.
 *
 * It speaks PostgreSQL's protocol with its parent on file descriptor 3, and ends with that connection, when all is written.
 */
import { Socket } from "node:net";
import { PGlite } from "@electric-sql/pglite";
import { writeForOwnerAlone } from "#runtime/private-directory.ts";
import { DatabaseOpenError } from "./database-open-error.ts";
import { lockOnceFree } from "./directory-lock.ts";
import { copyTemplate } from "./embedded-template.ts";
import { errorResponse } from "./error-response.ts";
import { isLast, isReady, MessageBatches } from "./message-batches.ts";

const CONNECTION = 3;
const INTERNAL_ERROR = "XX000";
/** A database of one program's needs no more: by itself PGlite takes 128 MB. */
const SHARED_BUFFERS = "4MB";

const [, , user, directory = ""] = process.argv;

// A signal to the whole group is for the parent, which ends the connection in its time.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
writeForOwnerAlone();

const connection = new Socket({ fd: CONNECTION, allowHalfOpen: true });
connection.on("error", () => connection.destroy());

const lock = await lockOnceFree(directory, Number(user)).catch(refuse);
const pglite = await open(directory).catch(refuse);
const batches = new MessageBatches();
try {
  await serve();
} catch {
  // A program that is killed leaves answers unread, and so resets the connection.
}
await pglite.close();
lock.release();
leave();

async function serve(): Promise<void> {
  for await (const piece of connection) {
    for (const batch of batches.take(piece as Buffer)) {
      const reply = await answer(pglite, batch).catch(refuse);
      // After a PANIC, of a full disk for one, the database answers nothing any more: the next query starts another.
      if (!isLast(batch) && !isReady(reply)) await endWith(reply);
      connection.write(reply);
    }
  }
}

/** Says to the other end why this one ends now. */
function refuse(error: unknown): Promise<never> {
  const code = error instanceof DatabaseOpenError ? error.code : INTERNAL_ERROR;
  return endWith(errorResponse(code, messageOf(error)));
}

function endWith(reply: Buffer): Promise<never> {
  connection.end(reply, leave);
  return new Promise(() => {});
}

/** An ordinary exit waits for V8's threads, at times for ever where WebAssembly is still being compiled; all is written here. */
function leave(): void {
  process.kill(process.pid, "SIGKILL");
}

async function open(directory: string): Promise<PGlite> {
  try {
    await copyTemplate(directory);
    return await PGlite.create({
      dataDir: directory,
      startParams: [...PGlite.defaultStartParams, "-c", `shared_buffers=${SHARED_BUFFERS}`],
    });
  } catch (error) {
    throw new DatabaseOpenError(
      "embedded_unusable",
      `the embedded database in ${directory} does not start: ${messageOf(error)}`,
      error,
    );
  }
}

async function answer(pglite: PGlite, batch: Buffer): Promise<Buffer> {
  const pieces: Buffer[] = [];
  await pglite.execProtocolRawStream(batch, {
    syncToFs: false,
    // The bytes lie in the database's memory, which goes on to be used.
    onRawData: (bytes) => void pieces.push(Buffer.from(bytes)),
  });
  return Buffer.concat(pieces);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
