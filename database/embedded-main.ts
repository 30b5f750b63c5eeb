/**
 * Runs an embedded database: `node database/embedded-main.ts USER DIRECTORY`, where USER is the pid of the process that it
 * works for.
 *
 * It speaks PostgreSQL's protocol with its parent on file descriptor 3. When that connection ends, it writes everything to
 * disk and exits.
 */
import { Socket } from "node:net";
import { PGlite } from "@electric-sql/pglite";
import { writeForOwnerAlone } from "#runtime/private-directory.ts";
import { DatabaseOpenError } from "./database-open-error.ts";
import { lockOnceFree } from "./directory-lock.ts";
import { CONNECTION } from "./embedded-descriptor.ts";
import { copyTemplate } from "./embedded-template.ts";
import { errorResponse } from "./error-response.ts";
import { isLast, isReady, MessageBatches } from "./message-batches.ts";

const INTERNAL_ERROR = "XX000";
/** Enough for the database of one program; PGlite's default is 128 MB. */
const SHARED_BUFFERS = "4MB";

const [, , user, directory = ""] = process.argv;

// A signal to the process group is for the parent, which closes the connection when it is ready.
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
  // A program that is killed leaves answers unread, which resets the connection.
}
await pglite.close();
lock.release();
leave();

async function serve(): Promise<void> {
  for await (const piece of connection) {
    for (const batch of batches.take(piece as Buffer)) {
      const reply = await answer(pglite, batch).catch(refuse);
      // After a PANIC, for example of a full disk, the database no longer answers: the next query starts a new process.
      if (!isLast(batch) && !isReady(reply)) await endWith(reply);
      connection.write(reply);
    }
  }
}

/** Sends an error to the client and ends this process. */
function refuse(error: unknown): Promise<never> {
  const code = error instanceof DatabaseOpenError ? error.code : INTERNAL_ERROR;
  return endWith(errorResponse(code, messageOf(error)));
}

function endWith(reply: Buffer): Promise<never> {
  connection.end(reply, leave);
  return new Promise(() => {});
}

/**
 * Kills this process, once everything is written: an ordinary exit waits for V8's threads, sometimes forever while
 * WebAssembly is still being compiled.
 */
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
    // Copied, because the bytes lie in memory that the database reuses.
    onRawData: (bytes) => void pieces.push(Buffer.from(bytes)),
  });
  return Buffer.concat(pieces);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
