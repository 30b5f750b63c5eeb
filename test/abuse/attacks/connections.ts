import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { openStream } from "../../support/service/stream-client.ts";
import { type Attack, sessions, type Victim } from "../attack.ts";

const HELD_MS = 5000;

/** Opens so many connections at once and writes the same to each; reads what comes, or does not. */
async function write(
  victim: Victim,
  connections: number,
  bytes: string,
  reads: boolean,
): Promise<void> {
  const { hostname: host, port } = new URL(victim.url);
  const sockets = await Promise.all(
    Array.from({ length: connections }, async (): Promise<Socket> => {
      const socket = connect({ host, port: Number(port) });
      socket.on("error", () => undefined);
      await once(socket, "connect");
      if (reads) socket.resume();
      else socket.pause();
      socket.write(bytes);
      return socket;
    }),
  );
  await sleep(HELD_MS);
  for (const socket of sockets) socket.destroy();
}

const get = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\nAccept-Encoding: br\r\n\r\n`;

function pipelined(path: string, connections: number, requests: number, reads = true): Attack {
  return {
    item: "H.1",
    name: `${requests} × ${path} at once on ${connections} connections${reads ? "" : ", unread"}`,
    strike: (victim) => write(victim, connections, get(path).repeat(requests), reads),
  };
}

const FORM = "a=b";
const POST = `POST /dashboard/sign-up HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${FORM.length}\r\n\r\n${FORM}`;

/** Readers of documents and pages, each of which waits for its answer. */
function readers(path: string): Attack {
  const read = async ({ url }: Victim): Promise<void> => {
    for (let at = 0; at < 20; at += 1) {
      const headers = { accept: "text/html", "accept-encoding": "identity" };
      await (await fetch(new URL(path, url), { headers })).arrayBuffer();
    }
  };
  return {
    item: "H.2",
    name: `20 readers of ${path}`,
    strike: async (victim) => {
      await Promise.allSettled(Array.from({ length: 20 }, () => read(victim)));
    },
  };
}

function pings(what: string, credential: (victim: Victim) => Promise<string>): Attack {
  return {
    item: "M.3",
    name: `100,000 pings on four sockets ${what}`,
    async strike(victim) {
      const one = async (): Promise<void> => {
        using client = await openStream(victim.url, { credential: await credential(victim) });
        for (let at = 0; at < 100_000; at += 1) client.socket.ping("");
        await client.closed();
      };
      await Promise.allSettled(Array.from({ length: 4 }, one));
    },
  };
}

export const connectionAttacks: readonly Attack[] = [
  pipelined("/v1/openapi.json", 4, 1500),
  pipelined("/v1/openapi.json", 40, 1500, false),
  pipelined("/docs", 40, 2000),
  pipelined("/dashboard", 3, 1500),
  pipelined("/nowhere", 10, 2000),
  {
    item: "H.1",
    name: "1,500 forms at once on 10 connections",
    strike: (victim) => write(victim, 10, POST.repeat(1500), true),
  },
  {
    item: "M.1",
    name: "1,000 connections with half a form",
    strike: (victim) => write(victim, 1000, POST.slice(0, -1), true),
  },
  readers("/v1/openapi.json"),
  readers("/v1/asyncapi.json"),
  readers("/llms-full.txt"),
  readers("/demo"),
  readers("/dashboard/sign-up"),
  readers("/nowhere"),
  readers("/metrics"),
  pings("of sessions", async (victim) => (await sessions(victim, 1))[0] ?? ""),
  pings("with a wrong token", async () => "st_none"),
];
