import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Answer } from "./account-work.ts";

/**
 * Connects to a service that has its embedded database open for itself: by a socket in DATA_DIR that only its owner may open.
 *
 * The request is one line of JSON, and so is the reply. The service's end is in serve-commands.ts.
 */

/** A request: the arguments of the command line, and the password that came with them. */
export interface SocketRequest {
  readonly parameters: readonly string[];
  readonly password?: string | undefined;
}

/** A reply: the command's answer, or one line that says why there is none. */
export type SocketReply = { readonly answer: Answer } | { readonly error: string };

/** Returns the path of a service's socket. */
export function commandSocket(dataDirectory: string): string {
  return join(dataDirectory, "accounts.sock");
}

/** Sends a request to the service of a data directory; undefined when none listens there. */
export async function askService(
  dataDirectory: string,
  request: SocketRequest,
): Promise<SocketReply | undefined> {
  const socket = connect(commandSocket(dataDirectory));
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

/** Reads the first line from the other end; undefined when it closes without one. */
export async function firstLine(socket: Socket): Promise<string | undefined> {
  for await (const line of createInterface({ input: socket })) return line;
  return undefined;
}
