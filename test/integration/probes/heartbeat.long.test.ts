import { once } from "node:events";
import { createServer, type Server } from "node:http";

import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";

import { ProberMetrics } from "../../../probes/metrics/prober-metrics.ts";
import { startProber } from "../../../probes/prober.ts";
import { temporaryDataDirectory } from "../../support/databases/embedded-database.ts";
import { monitorFileForStub } from "../../support/probes/stub-monitor-file.ts";
import {
  type StubSpeechService,
  startStubSpeechService,
} from "../../support/probes/stub-speech-service.ts";
import type { TemporaryDirectory } from "../../support/temporary-directory.ts";
import { TestClock } from "../../support/test-clock.ts";

describe("the heartbeat", () => {
  let home: TemporaryDirectory;
  let stub: StubSpeechService;
  let server: Server;
  let calls: string[];
  let answer: number;
  let logged: string[];

  beforeEach(async () => {
    home = await temporaryDataDirectory("status");
    stub = await startStubSpeechService();
    calls = [];
    logged = [];
    answer = 200;
    server = createServer((request, response) => {
      calls.push(`${request.method} ${request.url}`);
      response.writeHead(answer).end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await stub[Symbol.asyncDispose]();
    await home[Symbol.asyncDispose]();
  });

  test("is called each minute while checks run on time, and not while they hang", async () => {
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    await using database = await openStatusDatabase({ dataDirectory: home.path });
    const clock = new TestClock();
    await using monitor = await startProber({
      db: database.db,
      configuration: await monitorFileForStub(home.path, stub.url),
      apiKey: "sk_stub",
      account: { email: "probe@localhost", password: "stub" },
      location: "local",
      dataDirectory: home.path,
      heartbeatUrl: `http://127.0.0.1:${port}/ping/secret`,
      metrics: new ProberMetrics("local"),
      log: pino({ level: "info" }, { write: (line: string) => void logged.push(line) }),
      now: clock.now,
      databaseNow: clock.databaseNow,
      wait: clock.wait,
      tick: clock.tick,
    });
    const idle = () => monitor.idle();
    const heartbeatLines = (): string[] => logged.filter((line) => line.includes("heartbeat"));
    await idle();
    await clock.pass(180, idle);
    expect(calls).toEqual(Array(3).fill("GET /ping/secret"));

    answer = 500;
    await clock.pass(120, idle);
    expect(calls).toHaveLength(5);
    expect(heartbeatLines()).toHaveLength(1);
    expect(heartbeatLines()[0]).not.toContain("secret");
    answer = 204;
    await clock.pass(60, idle);
    expect(calls).toHaveLength(6);
    expect(heartbeatLines()).toHaveLength(2);

    stub.fault = "hangs";
    // Time passes while requests hang, so nothing is waited for; three periods are allowed.
    await clock.pass(180, () => Promise.resolve());
    const before = calls.length;
    await clock.pass(300, () => Promise.resolve());
    expect(calls.length).toBe(before);
  });
});
