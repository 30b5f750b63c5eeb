import { once } from "node:events";
import { chmod, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import type { Kysely } from "kysely";
import { Type } from "typebox";
import { Value } from "typebox/value";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { CommandError } from "./command-error.ts";
import { readCommandLine } from "./command-line.ts";
import {
  commandSocket,
  firstLine,
  type SocketReply,
  type SocketRequest,
} from "./command-socket.ts";
import { UsageError } from "./commands.ts";

const SocketRequestSchema = Type.Object({
  parameters: Type.Array(Type.String()),
  password: Type.Optional(Type.String()),
});

/** Runs commands of the command line on the database that this process has open; rejects with a system error. */
export async function serveCommands(
  dataDirectory: string,
  db: Kysely<ServiceDatabase>,
): Promise<AsyncDisposable> {
  const file = commandSocket(dataDirectory);
  // A killed process may have left its socket behind.
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

async function serve(socket: Socket, db: Kysely<ServiceDatabase>): Promise<void> {
  socket.on("error", () => socket.destroy());
  const line = await firstLine(socket);
  if (line === undefined) return;
  const request: unknown = JSON.parse(line);
  const reply = Value.Check(SocketRequestSchema, request)
    ? await carryOut(request, db)
    : { error: "the service does not understand this; are both of the same version?" };
  socket.end(`${JSON.stringify(reply)}\n`);
}

async function carryOut(
  { parameters, password }: SocketRequest,
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
