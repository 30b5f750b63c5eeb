import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * A load balancer in front of replicas: it asks /readyz of each, keeps connections open, hands WebSockets through and tries
 * nothing twice.
 */
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
  const next = (): string | undefined => {
    const choice = [...ready];
    return choice[turn++ % choice.length];
  };
  // On a busy machine it would close an idle connection in the moment in which a client sends on it.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, answer) => {
    const replica = next();
    if (replica === undefined) return void answer.writeHead(502).end("no replica is ready");
    const { method, headers } = incoming;
    const sent = request(new URL(incoming.url ?? "/", replica), { agent, method, headers });
    sent.once("error", (error) => answer.writeHead(502).end(`${replica}: ${error.message}`));
    sent.once("response", (given) => {
      const { connection: _ownOfTheHop, ...others } = given.headers;
      given.pipe(answer.writeHead(given.statusCode ?? 502, others));
    });
    incoming.pipe(sent);
  });
  const upgraded = new Set<Socket>();
  server.on("upgrade", (incoming, client: Socket, head) => {
    const replica = next();
    if (replica === undefined) return void client.destroy();
    const { hostname, port } = new URL(replica);
    const upstream = connect(Number(port), hostname);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      upgraded.add(one);
      one.once("error", () => other.destroy());
      one.once("close", () => {
        upgraded.delete(one);
        other.destroy();
      });
    }
    upstream.write(`${requestHead(incoming)}\r\n\r\n`);
    upstream.write(head);
    client.pipe(upstream).pipe(client);
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
      for (const socket of upgraded) socket.destroy();
      await once(server, "close");
    },
  };
}

function requestHead({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  }
  return lines.join("\r\n");
}
