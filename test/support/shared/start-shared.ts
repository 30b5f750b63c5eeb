import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { hasPostgresql, type PostgresqlServer, startPostgresql } from "../databases/postgresql.ts";
import { temporaryDirectory } from "../temporary-directory.ts";
import { startSharedSpeechService } from "./shared-speech-service.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where files ask for what they share; see shared.ts. */
    sharedServersUrl: string;
  }
}

/**
 * Starts, once for all files of a project, what many of them use and none of them stops; each when it is first asked for,
 * so that a run of one file starts no more than that file needs.
 */
export default async function startShared(project: TestProject): Promise<() => Promise<void>> {
  const running = new AsyncDisposableStack();
  const postgresql = firstTime(async () => running.use(await startPostgresql()));
  const status = firstTime(async () => migratedTemplate(await postgresql(), openStatusDatabase));
  const service = firstTime(async () => migratedTemplate(await postgresql(), openServiceDatabase));
  const speechService = firstTime(async () => {
    const url = hasPostgresql()
      ? await (await postgresql()).createDatabase(await service())
      : undefined;
    const program = running.use(await startSharedSpeechService(undefined, undefined, url));
    return () => program.newAccount();
  });
  const answers: Readonly<Record<string, () => Promise<unknown>>> = {
    "/unmigrated-database": async () => (await postgresql()).createDatabase(),
    "/status-database": async () => (await postgresql()).createDatabase(await status()),
    "/service-database": async () => (await postgresql()).createDatabase(await service()),
    "/directory": async () => running.use(await temporaryDirectory("shared")).path,
    "/speech-account": async () => (await speechService())(),
  };

  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ""] ?? (() => Promise.reject(new Error("nothing there")));
    answer().then(
      (value) => response.end(JSON.stringify(value)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  project.provide("sharedServersUrl", `http://127.0.0.1:${port}`);
  return async () => {
    server.close();
    await running.disposeAsync();
  };
}

/** Makes a database with today's tables to copy others from, and returns its name. */
async function migratedTemplate(
  server: PostgresqlServer,
  open: (place: { url: string; dataDirectory: string }) => Promise<AsyncDisposable>,
): Promise<string> {
  const url = await server.createDatabase();
  // The folder is for embedded databases.
  await (await open({ url, dataDirectory: "" }))[Symbol.asyncDispose]();
  return new URL(url).pathname.slice(1);
}

/** Runs `start` at the first call alone; later calls get what it came to. */
function firstTime<Value>(start: () => Promise<Value>): () => Promise<Value> {
  let started: Promise<Value> | undefined;
  return () => (started ??= start());
}
