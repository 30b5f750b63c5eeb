import { once } from "node:events";
import { chmod, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Kysely } from "kysely";
import { Type, type Static } from "typebox";
import { Value } from "typebox/value";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { CommandError, type Answer } from "./account-work.ts";
import { readCommandLine } from "./command-line.ts";
import { UsageError } from "./commands.ts";

/**
 * The way to a service that holds its embedded database for itself: a socket in DATA_DIR that its owner alone may open.
 *
 * One line of JSON asks, one line answers.
 */

/** What is asked: the arguments of the command line, and the password that came with them. */
const SocketRequest = Type.Object({
  parameters: Type.Array(Type.String()),
  password: Type.Optional(Type.String()),
});

/** What is answered: the command's answer, or in one line why there is none. */
type SocketReply = { readonly answer: Answer } | { readonly error: string };

const SOCKET_FILE = "accounts.sock";

/** Lets the command line work on the database that this process holds; rejects with a system error. */
export async function serveCommands(
  dataDirectory: string,
  db: Kysely<ServiceDatabase>,
): Promise<AsyncDisposable> {
  const file = join(dataDirectory, SOCKET_FILE);
  // What a killed process left behind.
  await rm(file, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    serve(socket, db).catch(() => socket.destroy());
  });
  server.listen(file);
  await once(server, "listening");
  await chmod(file, 0o600);
  return {
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** Asks the service of a directory; undefined when none listens there. */
export async function askService(
  dataDirectory: string,
  request: { readonly parameters: readonly string[]; readonly password: string | undefined },
): Promise<SocketReply | undefined> {
  const socket = connect(join(dataDirectory, SOCKET_FILE));
  try {
    await once(socket, "connect");
  } catch {
    return undefined;
  }
  socket.write(`${JSON.stringify(request)}\n`);
  const line = await firstLine(socket);
  socket.destroy();
  return line === undefined
    ? { error: "the service ended before it answered" }
    : (JSON.parse(line) as SocketReply);
}

async function serve(socket: Socket, db: Kysely<ServiceDatabase>): Promise<void> {
  socket.on("error", () => socket.destroy());
  const line = await firstLine(socket);
  if (line === undefined) return;
  const request: unknown = JSON.parse(line);
  const reply = Value.Check(SocketRequest, request)
    ? await carryOut(request, db)
    : { error: "the service does not understand this; are both of the same version?" };
  socket.end(`${JSON.stringify(reply)}\n`);
}

async function carryOut(
  { parameters, password }: Static<typeof SocketRequest>,
  db: Kysely<ServiceDatabase>,
): Promise<SocketReply> {
  try {
    const line = readCommandLine(parameters);
    if ("help" in line) return { error: "help needs no service" };
    return { answer: await line.run({ db, now: new Date(), password }) };
  } catch (error) {
    if (error instanceof CommandError || error instanceof UsageError)
      return { error: error.message };
    const reason = error instanceof Error ? error.message : String(error);
    return { error: `the database failed: ${reason.split("\n")[0] ?? ""}` };
  }
}

async function firstLine(socket: Socket): Promise<string | undefined> {
  for await (const line of createInterface({ input: socket })) return line;
  return undefined;
}
