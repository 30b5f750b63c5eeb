import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Value } from "typebox/value";
import { ALERT_VENDORS } from "../status-api/alert-vendors.ts";

/** A message that a vendor took. */
export interface TakenAlert {
  readonly channel: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly path: string;
  /** As it came; forms are written as JSON. */
  readonly text: string;
  readonly takenAtMs: number;
}

/** Answers instead of a vendor that takes what it documents; returns false to let it. */
export type VendorMood = (response: ServerResponse, channel: string) => boolean;

/** All vendors of alerts that are reached by HTTP, as one real server. */
export interface AlertVendorServer extends AsyncDisposable {
  /** Where the vendor of a channel is. */
  urlOf(channel: string): string;
  /** What was asked, also in vain, as names of channels. */
  readonly requested: readonly string[];
  readonly taken: readonly TakenAlert[];
  /** From now on it answers so; undefined takes what is documented, and refuses all else with 400. */
  beIn(mood: VendorMood | undefined): void;
  /** From now on what it takes is answered so much later. */
  answerAfter(delayMs: () => number): void;
  /** Resolves when it is asked next. */
  requestedNext(): Promise<void>;
  /** Goes away with all its connections, and comes back at the same address. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
}

export async function startAlertVendors(): Promise<AlertVendorServer> {
  const requested: string[] = [];
  const taken: TakenAlert[] = [];
  let mood: VendorMood | undefined;
  let delayMs = (): number => 0;
  let next = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    let sent = "";
    request.setEncoding("utf8");
    request.on("data", (piece: string) => (sent += piece));
    request.once("end", () => {
      const [, channel = "", path = "/"] = /^\/([a-z]+)(\/.*)?$/.exec(request.url ?? "") ?? [];
      requested.push(channel);
      next.resolve();
      next = Promise.withResolvers();
      if (mood?.(response, channel) === true) return;
      const { headers } = request;
      const isForm = headers["content-type"] === "application/x-www-form-urlencoded";
      const body: unknown = isForm
        ? Object.fromEntries(new URLSearchParams(sent))
        : JSON.parse(sent);
      if (!isDocumented(channel, path, body)) return void response.writeHead(400).end();
      const text = isForm ? JSON.stringify(body) : sent;
      taken.push({ channel, headers, path, text, takenAtMs: Date.now() });
      setTimeout(() => response.writeHead(202).end(), delayMs());
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const goAway = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return {
    urlOf: (channel) => `http://127.0.0.1:${port}/${channel}`,
    requested,
    taken,
    beIn: (now) => void (mood = now),
    answerAfter: (delay) => void (delayMs = delay),
    requestedNext: () => next.promise,
    goAway,
    async comeBack() {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
    },
    [Symbol.asyncDispose]: () => (server.listening ? goAway() : Promise.resolve()),
  };
}

function isDocumented(channel: string, path: string, body: unknown): boolean {
  const vendor = ALERT_VENDORS[channel];
  if (vendor === undefined) return false;
  return [vendor, ...Object.values(vendor.others ?? {})].some(
    (request) => request.path.test(path) && Value.Check(request.body, body),
  );
}
