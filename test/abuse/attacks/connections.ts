import { headOf, resetRequests, UPGRADE } from "../../support/servers/reset-requests.ts";
import type { Attack, Victim } from "../attack.ts";
import { writeToMany, type Written } from "../raw-connections.ts";

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\nAccept-Encoding: br\r\n\r\n`;
}

function post(path: string): string {
  const body = "a=b&c=d";
  const type = "Content-Type: application/x-www-form-urlencoded";
  return `POST ${path} HTTP/1.1\r\nHost: a\r\n${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

function written(item: string, name: string, what: Written): Attack {
  return { item, name, strike: (victim) => writeToMany(victim, what) };
}

function pipelined(path: string, connections: number, requests: number, isUnread = false): Attack {
  const unread = isUnread ? ", unread" : "";
  return written("H.1", `${requests} × ${path} at once on ${connections} connections${unread}`, {
    connections,
    bytes: get(path).repeat(requests),
    isUnread,
  });
}

function pipelinedForms(path: string): Attack {
  const bytes = post(path).repeat(1500);
  return written("H.1", `1,500 × POST ${path} at once on 10 connections`, {
    connections: 10,
    bytes,
  });
}

function halfForms(path: string): Attack {
  const bytes = post(path).slice(0, -1);
  return written("M.1", `1,000 connections with half a form to ${path}`, {
    connections: 1000,
    bytes,
  });
}

const HEAD = "GET / HTTP/1.1\r\nHost: a\r\n";
/** Of 16 KiB at most that Node takes of all headers together. */
const LARGE_HEADERS = `${`x-header: ${"a".repeat(100)}\r\n`.repeat(130)}\r\n`;

/** What any server is done to that anybody may connect to. */
const EVERYWHERE: readonly Attack[] = [
  written("M.1", "3,000 connections that say nothing", { connections: 3000, bytes: "" }),
  written("M.1", "1,000 heads, a byte at a time", {
    connections: 1000,
    bytes: HEAD,
    dribble: "x",
  }),
  written("M.1", "100 × headers of 15 KB at once on 100 connections", {
    connections: 100,
    bytes: `${HEAD}${LARGE_HEADERS}`.repeat(100),
  }),
  written("M.1", "headers without end on 300 connections", {
    connections: 300,
    bytes: `${HEAD}x-header: `,
    dribble: "a".repeat(4096),
  }),
  written("M.1", "chunks of one byte without end on 100 connections", {
    connections: 100,
    bytes: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
    dribble: "1\r\na\r\n".repeat(1000),
  }),
  written("M.1", "1,000 × no request at all", { connections: 1000, bytes: "\r\nno\r\n\r\n" }),
  reconnects(),
  resets(),
];

/** Connections that are reset as soon as a request is sent, which then have no address. */
function resets(): Attack {
  const requests = [headOf("GET /healthz"), headOf("GET /", ...UPGRADE)];
  const all = Array.from({ length: 1000 }, () => requests).flat();
  return {
    item: "M.1",
    name: "2,000 connections that are reset with their request",
    strike: ({ url }) => resetRequests(url, all),
  };
}

/** A connection for every request, as fast as they can be made. */
function reconnects(): Attack {
  const one = async ({ url }: Victim): Promise<void> => {
    for (let at = 0; at < 50; at += 1) {
      const answer = await fetch(new URL("/healthz", url), { headers: { connection: "close" } });
      await answer.arrayBuffer();
    }
  };
  return {
    item: "M.1",
    name: "20 clients with a connection for every request",
    async strike(victim) {
      await Promise.allSettled(Array.from({ length: 20 }, () => one(victim)));
    },
  };
}

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
    async strike(victim) {
      await Promise.allSettled(Array.from({ length: 20 }, () => read(victim)));
    },
  };
}

export const onService: readonly Attack[] = [
  pipelined("/v1/openapi.json", 4, 1500),
  pipelined("/v1/openapi.json", 40, 1500, true),
  pipelined("/docs", 40, 2000),
  pipelined("/dashboard", 3, 1500),
  pipelined("/nowhere", 10, 2000),
  pipelinedForms("/dashboard/sign-up"),
  halfForms("/dashboard/sign-up"),
  ...EVERYWHERE,
  readers("/v1/openapi.json"),
  readers("/v1/asyncapi.json"),
  readers("/llms-full.txt"),
  readers("/demo"),
  readers("/dashboard/sign-up"),
  readers("/nowhere"),
  readers("/metrics"),
  readers("/readyz"),
];

export const onStatusPage: readonly Attack[] = [
  pipelined("/", 40, 2000),
  pipelined("/", 40, 2000, true),
  pipelined("/history", 10, 2000),
  pipelined("/api/v2/summary.json", 10, 2000),
  pipelined("/nowhere", 10, 2000),
  pipelined("/console/sign-in", 10, 2000),
  pipelinedForms("/console/sign-in"),
  pipelinedForms("/api/v2/subscribers"),
  halfForms("/api/v2/subscribers"),
  halfForms("/console/sign-in"),
  ...EVERYWHERE,
  readers("/"),
  readers("/history"),
  readers("/api/v2/incidents.json"),
  readers("/history.atom"),
  readers("/nowhere"),
  readers("/metrics"),
  readers("/console/sign-in"),
];

export const onProber: readonly Attack[] = [
  pipelined("/readyz", 40, 2000),
  pipelined("/metrics", 40, 2000, true),
  pipelined("/nowhere", 40, 2000),
  halfForms("/metrics"),
  ...EVERYWHERE,
  readers("/readyz"),
  readers("/metrics"),
];
