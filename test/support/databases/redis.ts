import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { connect } from "node:net";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { eventually } from "../eventually.ts";
import { freePort } from "../free-port.ts";
import { temporaryDirectory } from "../temporary-directory.ts";

/** A Redis or Valkey server of the system's binary, which keeps nothing on disk. */
export interface RedisServer extends AsyncDisposable {
  readonly url: string;
  /** Ends the server as a crash does: all it held is lost. */
  kill(): Promise<void>;
  /** Starts it again, empty, on the same port. */
  start(): Promise<void>;
  /** Lets it hang: connections stay, answers do not come. */
  freeze(): void;
  thaw(): void;
  /** Sends a command without a password, and gives the first piece of the reply. */
  say(command: string): Promise<string>;
  /** Forgets all that it holds. */
  flush(): Promise<void>;
  /** How many clients are connected. */
  clients(): Promise<number>;
}

const binaries = ["redis-server", "valkey-server"];

/** The one line that makes the skipped tests run. */
export const installRedis = "apt-get install redis-server";

/** Whether the system has Redis or Valkey; without it tests skip, in CI they fail. */
export function hasRedis(): boolean {
  return binary() !== undefined;
}

/** Declares a suite with a running Redis; skipped where it is not installed, failed so in CI. */
export function describeWithRedis(title: string, suite: (server: () => RedisServer) => void): void {
  const mayRun = hasRedis();
  const hint = mayRun ? "" : ` (to run it: ${installRedis})`;
  describe.skipIf(!mayRun && process.env["CI"] !== "true")(`${title} on Redis${hint}`, () => {
    let server: RedisServer | undefined;
    beforeAll(async () => void (server = await startRedis()));
    afterAll(() => server?.[Symbol.asyncDispose]());
    suite(() => {
      if (server === undefined) throw new Error("the server starts before the tests, not earlier");
      return server;
    });
  });
}

/** Starts a server on a free port of 127.0.0.1, with more of its options as they stand on a command line. */
export async function startRedis(more: readonly string[] = []): Promise<RedisServer> {
  const program = binary();
  if (program === undefined) throw new Error(`Redis is missing: ${installRedis}`);
  const home = await temporaryDirectory("redis");
  const port = await freePort();
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--dir", home.path];
  let server: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    const started = spawn(program, [...options, "--save", "", "--appendonly", "no", ...more], {
      stdio: "ignore",
    });
    server = started;
    await eventually("Redis answers", () => answers(port, started));
  };
  const kill = async (): Promise<void> => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, "exit");
    server.kill("SIGKILL");
    await exited;
  };
  await start();

  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    freeze: () => void server?.kill("SIGSTOP"),
    thaw: () => void server?.kill("SIGCONT"),
    say: (command) => say(port, command),
    flush: async () => void (await say(port, "FLUSHALL")),
    async clients() {
      const [, count] = /connected_clients:(\d+)/.exec(await say(port, "INFO clients")) ?? [];
      // The one that asks.
      return Number(count) - 1;
    },
    async [Symbol.asyncDispose]() {
      await kill();
      await home[Symbol.asyncDispose]();
    },
  };
}

async function answers(port: number, server: ChildProcess): Promise<boolean> {
  if (server.exitCode !== null) throw new Error(`Redis ended with code ${server.exitCode}`);
  return say(port, "PING").then(
    // One that asks for a password refuses, which is an answer.
    (reply) => /^(\+PONG|-NOAUTH)/.test(reply),
    () => false,
  );
}

/** Sends a command and gives the first piece of the reply. */
async function say(port: number, command: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    socket.write(`${command}\r\n`);
    const [reply] = (await once(socket, "data")) as [Buffer];
    return reply.toString();
  } finally {
    socket.destroy();
  }
}

function binary(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const candidates = binaries.flatMap((name) => folders.map((folder) => join(folder, name)));
  return candidates.find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
