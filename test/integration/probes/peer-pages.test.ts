import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { CheckConfiguration } from "../../../probes/monitor-file/configuration.ts";
import { type PagePeer, pagePeers } from "../../support/peer/page-peers.ts";
import { outcomeText } from "../../support/peer/outcome-text.ts";
import { writtenCheck } from "../../support/probes/written-checks.ts";
import { runOnce } from "../../support/run-once.ts";

describe("a page with", () => {
  let peer: PagePeer | undefined;
  let check: CheckConfiguration;
  const always: NonNullable<PagePeer["files"]> = {
    "/app.js": ["text/javascript", "1"],
    "/app.css": ["text/css", "a{}"],
  };
  const server = createServer(({ url = "/" }, response) => {
    const location = peer?.redirects?.[url];
    if (location !== undefined) return response.writeHead(302, { location }).end();
    const { port } = server.address() as AddressInfo;
    const html =
      typeof peer?.html === "string" ? peer.html.replace("PORT", String(port)) : peer?.html;
    if (url === "/") {
      return response.setHeader("content-type", peer?.type ?? "text/html").end(html);
    }
    const [type, content] = peer?.files?.[url] ?? always[url] ?? [];
    if (type === undefined) return response.writeHead(404).end();
    return response.setHeader("content-type", type).end(content);
  });
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    check = writtenCheck({ kind: "page", url, marker: "home", timeout_seconds: 20 });
  });
  afterAll(async () => {
    server.close();
    await once(server, "close");
  });

  test.each(pagePeers)("$name: $outcome", async (one) => {
    peer = one;
    expect(outcomeText(await runOnce(check))).toBe(one.outcome);
  });
});
