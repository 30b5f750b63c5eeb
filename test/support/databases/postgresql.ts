import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, readFile } from "node:fs/promises";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import pg from "pg";

import { eventually } from "../eventually.ts";
import { freePort } from "../free-port.ts";
import { processTree, signalProcess } from "../process-tree.ts";
import { temporaryDirectory } from "../temporary-directory.ts";

/** A PostgreSQL server of the system's binaries on a temporary directory. */
export interface PostgresqlServer extends AsyncDisposable {
  /** Makes a database, as a copy of the one that is named or else empty, and returns its URL. */
  createDatabase(template?: string): Promise<string>;
  /** Stops the server and keeps its data. */
  stop(): Promise<void>;
  /** Ends the server and its sessions as a crash does; what was committed is kept. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
  /** Lets it hang: connections stay, answers do not come. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

const debianBinaries = "/usr/lib/postgresql";
const run = promisify(execFile);

/** The one line that makes the skipped tests run. */
export const installPostgresql = "apt-get install postgresql";

/** Whether the system has PostgreSQL's server; without it tests skip, in CI they fail. */
export function hasPostgresql(): boolean {
  return binaryDirectory() !== undefined;
}

/**
 * Starts a server, with `settings` as `name=value`; it listens on a free port of 127.0.0.1 and lets everyone in as
 * `postgres`.
 */
export async function startPostgresql(settings: readonly string[] = []): Promise<PostgresqlServer> {
  const binaries = binaryDirectory();
  if (binaries === undefined) throw new Error(`PostgreSQL is missing: ${installPostgresql}`);
  const home = await temporaryDirectory("postgresql");
  const owner = await ordinaryUser();
  if (owner !== undefined) await chown(home.path, owner.uid, owner.gid);
  const data = join(home.path, "data");
  const initdb = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"];
  await run(join(binaries, "initdb"), initdb, { ...owner, cwd: home.path });
  const port = await freePort();
  const urlOf = (name: string): string => `postgresql://postgres@127.0.0.1:${port}/${name}`;

  let server: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const options = ["-D", data, "-p", String(port), "-k", home.path, "-h", "127.0.0.1"];
    const set = ["fsync=off", ...settings].flatMap((setting) => ["-c", setting]);
    const started = spawn(join(binaries, "postgres"), [...options, ...set], {
      ...owner,
      cwd: home.path,
      stdio: "ignore",
    });
    server = started;
    await eventually("PostgreSQL answers", () => answers(urlOf("postgres"), started));
  };
  const signalAll = async (signal: NodeJS.Signals): Promise<void> => {
    for (const { pid } of await processTree(server!.pid!)) signalProcess(pid, signal);
  };
  const kill = async (): Promise<void> => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, "exit");
    await signalAll("SIGKILL");
    await exited;
  };
  const stop = async (): Promise<void> => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, "exit");
    // SIGINT is the fast shutdown: sessions are ended, not waited for.
    server.kill("SIGINT");
    await exited;
  };
  await start();

  let databases = 0;
  return {
    start,
    stop,
    kill,
    freeze: () => signalAll("SIGSTOP"),
    thaw: () => signalAll("SIGCONT"),
    async createDatabase(template = "template1") {
      const name = `test_${++databases}`;
      await query(urlOf("postgres"), `create database ${name} template ${template}`);
      return urlOf(name);
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await home[Symbol.asyncDispose]();
    },
  };
}

async function answers(url: string, server: ChildProcess): Promise<boolean> {
  if (server.exitCode !== null) throw new Error(`PostgreSQL ended with code ${server.exitCode}`);
  return query(url, "select 1").then(
    () => true,
    () => false,
  );
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** The newest version's binaries in Debian's place. */
function binaryDirectory(): string | undefined {
  if (!existsSync(debianBinaries)) return undefined;
  const versions = readdirSync(debianBinaries).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => join(debianBinaries, version, "bin"))
    .find((directory) => existsSync(join(directory, "initdb")));
}

/** Whom to run as when the tests run as root, which PostgreSQL and PgBouncer refuse. */
export async function ordinaryUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = (await readFile("/etc/passwd", "utf8")).split("\n");
  for (const name of ["postgres", "nobody"]) {
    const fields = accounts.find((line) => line.startsWith(`${name}:`))?.split(":");
    if (fields !== undefined) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error(
    "running as root, and there is no user postgres or nobody to start PostgreSQL as",
  );
}
