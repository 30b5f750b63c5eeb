import { once } from "node:events";
import { chmod, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Answer } from "./answer.ts";

/**
 * The way to a service that holds its embedded database for itself: a socket in DATA_DIR that its owner alone may open.
 *
 * One line of JSON asks, one line answers.
 */

/** What is asked: the arguments of the command line, and the password that came with them. */
export interface SocketRequest {
  readonly parameters: readonly string[];
  readonly password: string | undefined;
}

/** What is answered: the command's answer, or in one line why there is none. */
export type SocketReply = { readonly answer: Answer } | { readonly error: string };

const SOCKET_FILE = "accounts.sock";

/** Listens for commands; rejects with a system error. Whoever calls it holds the database of the directory. */
export async function serveCommands(
  dataDirectory: string,
  carryOut: (request: SocketRequest) => Promise<SocketReply>,
): Promise<AsyncDisposable> {
  const file = join(dataDirectory, SOCKET_FILE);
  // What a killed process left behind.
  await rm(file, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    serve(socket, carryOut).catch(() => socket.destroy());
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
  request: SocketRequest,
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

async function serve(
  socket: Socket,
  carryOut: (request: SocketRequest) => Promise<SocketReply>,
): Promise<void> {
  socket.on("error", () => socket.destroy());
  const line = await firstLine(socket);
  if (line === undefined) return;
  const request: unknown = JSON.parse(line);
  const reply = isSocketRequest(request)
    ? await carryOut(request)
    : { error: "the service does not understand this; are both of the same version?" };
  socket.end(`${JSON.stringify(reply)}\n`);
}

function isSocketRequest(request: unknown): request is SocketRequest {
  if (typeof request !== "object" || request === null || !("parameters" in request)) return false;
  const { parameters } = request;
  const hasPassword = !("password" in request) || typeof request.password === "string";
  return (
    hasPassword && Array.isArray(parameters) && parameters.every((one) => typeof one === "string")
  );
}

async function firstLine(socket: Socket): Promise<string | undefined> {
  for await (const line of createInterface({ input: socket })) return line;
  return undefined;
}
