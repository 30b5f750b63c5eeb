import { writeFile } from "node:fs/promises";
import path from "node:path";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { requestRates, type RequestRate } from "../api/request-rate.ts";
import { startProduct } from "../../kit/product-process.ts";
import { startServer } from "../../kit/server-process.ts";
import { freePort } from "../../support/free-port.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { keepToOneCore, leaveOneCore } from "../../kit/one-core.ts";
import { writeNinetyDays } from "../../support/monitor/ninety-days.ts";

/** What a bare server sends at every request. */
export interface BareAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How fast status.json is answered, whole and when the client has it, and how fast a bare fastify does the same. */
export interface DocumentRates {
  readonly bytes: number;
  readonly whole: RequestRate;
  readonly unchanged: RequestRate;
  readonly bareWhole: RequestRate;
  readonly bareUnchanged: RequestRate;
}

const COMPONENTS = 7;
const DOCUMENT = "/api/v2/status.json";
/** What the servers below fastify write by themselves. */
const ownHeaders = new Set(["connection", "content-length", "date", "keep-alive"]);

/** Asks a status API and a bare fastify, each a process on one core; this one asks from the others. */
export async function documentRates(): Promise<DocumentRates> {
  await using directory = await temporaryDirectory("bench");
  const dataDirectory = path.join(directory.path, "data");
  {
    await using database = await openStatusDatabase({ dataDirectory });
    await writeNinetyDays(database.db, COMPONENTS, Date.now());
  }
  keepToOneCore();
  const isOk = async (url: string) => (await fetch(url)).ok;
  await using status = await startProduct("status-api/main.ts", directory.path, {
    DATA_DIR: dataDirectory,
  });
  const answer = await answerOf(`${status.url}${DOCUMENT}`);
  const answerFile = path.join(directory.path, "answer.json");
  await writeFile(answerFile, JSON.stringify(answer));
  const bareUrl = `http://127.0.0.1:${await freePort()}`;
  await using bare = await startServer({
    command: ["test/bench/monitor/bare-server.ts", new URL(bareUrl).port, answerFile],
    outputFile: path.join(directory.path, "bare.log"),
    isUp: () => isOk(bareUrl),
  });
  leaveOneCore();
  const known = {
    headers: { "if-none-match": answer.headers["etag"] ?? "" },
    status: 304,
  } as const;
  const ours = { url: `${status.url}${DOCUMENT}`, headers: {}, pid: status.pid };
  const theirs = { url: bareUrl, headers: {}, pid: bare.pid };
  const [whole, bareWhole, unchanged, bareUnchanged] = await requestRates([
    ours,
    theirs,
    { ...ours, ...known },
    { ...theirs, ...known },
  ]);
  if (!whole || !bareWhole || !unchanged || !bareUnchanged) throw new Error("not all was measured");
  return { bytes: Buffer.byteLength(answer.body), whole, unchanged, bareWhole, bareUnchanged };
}

async function answerOf(url: string): Promise<BareAnswer> {
  const response = await fetch(url, { headers: { "accept-encoding": "identity" } });
  const headers = [...response.headers].filter(([name]) => !ownHeaders.has(name));
  return { headers: Object.fromEntries(headers), body: await response.text() };
}
