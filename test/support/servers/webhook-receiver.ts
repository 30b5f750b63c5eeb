import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";

/** A request that a receiver got. */
export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As it came, for signatures. */
  readonly text: string;
  // Bodies are looked at by what tests expect of them.
  readonly body: ReturnType<typeof JSON.parse>;
}

/** Answers a request, or leaves it alone. */
export type WebhookAnswer = (response: ServerResponse, webhook: ReceivedWebhook) => void;

/** A real HTTP server that receives webhooks. */
export interface WebhookReceiver extends AsyncDisposable {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  /** What came so far, oldest first. */
  readonly received: readonly ReceivedWebhook[];
  /** From now on requests are answered so. */
  answerWith(answer: WebhookAnswer): void;
  /** Resolves with the first `count` requests, once there are so many. */
  got(count: number): Promise<readonly ReceivedWebhook[]>;
}

/** Answers with a status and no body. */
export function status(code: number, headers: Record<string, string> = {}): WebhookAnswer {
  return (response) => void response.writeHead(code, headers).end();
}

/** Starts a receiver on a free port that answers 204 to everything. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const waiting = new Set<() => void>();
  let answer = status(204);
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (piece: string) => (text += piece));
    request.once("end", () => {
      const webhook = {
        path: request.url ?? "",
        headers: request.headers,
        text,
        body: JSON.parse(text),
      };
      received.push(webhook);
      answer(response, webhook);
      for (const look of waiting) look();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no TCP address");
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    answerWith: (next) => void (answer = next),
    async got(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const look = (): void => (received.length >= count ? resolve() : undefined);
      waiting.add(look);
      look();
      await promise;
      waiting.delete(look);
      return received.slice(0, count);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
