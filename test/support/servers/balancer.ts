import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A load balancer in front of replicas: it asks /readyz of each, keeps connections open and tries nothing twice. */
export interface Balancer extends AsyncDisposable {
  readonly url: string;
  /** Says whether it sends a replica requests. */
  sendsTo(replica: string): boolean;
}

const ASKS_EVERY_MS = 100;

export async function startBalancer(replicas: readonly string[]): Promise<Balancer> {
  const ready = new Set<string>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const watching = replicas.map(async (replica) => {
    while (!signal.aborted) {
      const answer = await fetch(new URL("/readyz", replica)).catch(() => undefined);
      if (answer?.ok === true) ready.add(replica);
      else ready.delete(replica);
      await answer?.arrayBuffer();
      await sleep(ASKS_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  });
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((asked, answer) => {
    const choice = [...ready];
    const replica = choice[turn++ % choice.length];
    if (replica === undefined) return void answer.writeHead(502).end("no replica is ready");
    const { method, headers } = asked;
    const sent = request(new URL(asked.url ?? "/", replica), { agent, method, headers });
    sent.once("error", (error) => answer.writeHead(502).end(`${replica}: ${error.message}`));
    sent.once("response", (given) => {
      const { connection: _ownOfTheHop, ...others } = given.headers;
      given.pipe(answer.writeHead(given.statusCode ?? 502, others));
    });
    asked.pipe(sent);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sendsTo: (replica) => ready.has(replica),
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await Promise.all(watching);
      agent.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
