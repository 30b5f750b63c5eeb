/** Measures the HTTP side of the speech service: `npm run bench:api`. Linux, because it reads what processes use from /proc. */

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { generateApiKey } from "#service/accounts/api-key.ts";
import { freePort } from "../support/free-port.ts";
import { startSpeechService } from "../support/service/speech-service.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { transcriptionTimes } from "./api/added-time.ts";
import { requestRates, type RequestRate } from "./api/request-rate.ts";
import { measureByProc } from "../kit/command-line.ts";
import { startProduct } from "../kit/product-process.ts";
import { startServer } from "../kit/server-process.ts";
import { describeMachine, keepToOneCore, leaveOneCore } from "../kit/one-core.ts";
import { markdownTable } from "../kit/table.ts";

/** Every request passes what this one does, and it does nothing else: who is it, which models are there. */
const SMALL_ROUTE = "/v1/models";
/** The same, and four counts and two rows of the database. */
const READING_ROUTE = "/v1/limits";

type Row = readonly [what: string, figure: string];

await measureByProc("bench:api", measure);

async function measure(): Promise<void> {
  const isOnOneCore = keepToOneCore();
  const machine = describeMachine(isOnOneCore);
  const rows = [...(await smallRequests()), ...(await wholeRequest())];
  process.stdout.write(
    `${markdownTable([["", "measured"], ...rows])}\n\nMeasured on ${machine}.\n`,
  );
}

/** The servers run on one core, who asks them on the others. */
async function smallRequests(): Promise<Row[]> {
  await using directory = await temporaryDirectory("bench");
  const key = generateApiKey();
  const headers = { authorization: `Bearer ${key}` };
  const isOk = async (url: string) => (await fetch(url, { headers })).ok;
  await using service = await startProduct("service/main.ts", directory.path, {
    DATA_DIR: path.join(directory.path, "data"),
    BOOTSTRAP_API_KEY: key,
  });
  const answerFile = path.join(directory.path, "answer.json");
  const answer = await fetch(`${service.url}${SMALL_ROUTE}`, { headers });
  await writeFile(answerFile, await answer.text());
  const bareUrl = `http://127.0.0.1:${await freePort()}`;
  await using bare = await startServer({
    command: ["test/bench/api/bare-server.ts", new URL(bareUrl).port, answerFile],
    outputFile: path.join(directory.path, "bare.log"),
    isUp: () => isOk(bareUrl),
  });
  leaveOneCore();
  const [small, reading, fastify] = await requestRates([
    { url: `${service.url}${SMALL_ROUTE}`, headers, pid: service.pid },
    { url: `${service.url}${READING_ROUTE}`, headers, pid: service.pid },
    { url: bareUrl, headers, pid: bare.pid },
  ]);
  if (small === undefined || reading === undefined || fastify === undefined) {
    throw new Error("a route was not measured");
  }
  keepToOneCore();
  return [
    ["a bare fastify route with the same bytes", rateText(fastify)],
    [`GET ${SMALL_ROUTE}, authenticated`, rateText(small)],
    // By processor time, which does not depend on what else the machine does and on who asks.
    ["what a core answers as a share of bare", percent(fastify.microseconds / small.microseconds)],
    ["its processor time beyond bare", microsecondsText(small.microseconds - fastify.microseconds)],
    [`GET ${READING_ROUTE}, authenticated, reads the database`, rateText(reading)],
  ];
}

async function wholeRequest(): Promise<Row[]> {
  await using service = await startSpeechService();
  const { requestMs, engineMs } = await transcriptionTimes(service);
  return [
    ["10 s of WAV over HTTP, request to answer", milliseconds(requestMs)],
    ["10 s of WAV in the engine alone", milliseconds(engineMs)],
    ["added by the request", milliseconds(requestMs - engineMs)],
  ];
}

function rateText({ perSecond, microseconds }: RequestRate): string {
  return `${perSecond.toFixed(0)} a second, ${microsecondsText(microseconds)} each`;
}

function microsecondsText(figure: number): string {
  return `${figure.toFixed(0)} µs`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

function milliseconds(figure: number): string {
  return `${figure.toFixed(1)} ms`;
}
