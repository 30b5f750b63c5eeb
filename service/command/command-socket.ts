import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Answer } from "./account-work.ts";

/**
 * The way to a service that holds its embedded database for itself: a socket in DATA_DIR that its owner alone may open.
 *
 * One line of JSON asks, one line answers. The service's end is in serve-commands.ts.
 */

/** What is asked: the arguments of the command line, and the password that came with them. */
export interface SocketRequest {
  readonly parameters: readonly string[];
  readonly password?: string | undefined;
}

/** What is answered: the command's answer, or in one line why there is none. */
export type SocketReply = { readonly answer: Answer } | { readonly error: string };

/** Where the socket of a service is. */
export function commandSocket(dataDirectory: string): string {
  return join(dataDirectory, "accounts.sock");
}

/** Asks the service of a directory; undefined when none listens there. */
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

/** Reads what the other end says; undefined when it ends without a word. */
export async function firstLine(socket: Socket): Promise<string | undefined> {
  for await (const line of createInterface({ input: socket })) return line;
  return undefined;
}
