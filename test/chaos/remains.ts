import { readdir } from "node:fs/promises";
import { processesOfGroup } from "../support/program.ts";
import type { Supervised } from "./system/supervised.ts";
import type { System } from "./system/system.ts";

/** The resources that a system holds. */
export interface Holdings {
  readonly processes: readonly string[];
  readonly files: readonly string[];
  readonly databaseConnections: number;
  readonly redisClients: number;
}

/** Three pools of ten; those that a network swallowed are ended by the server's keep-alive alone. */
const MAX_DATABASE_CONNECTIONS = 60;
const MAX_REDIS_CLIENTS = 10;
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

export async function holdingsOf(system: System): Promise<Holdings> {
  const programs = [system.service, system.prober, system.statusApi];
  return {
    processes: (await Promise.all(programs.map(commandsOf))).flat().toSorted(),
    files: await filesIn([system.temporary, system.disk.path]),
    databaseConnections: await system.databaseConnections(),
    redisClients: await system.redis.clients(),
  };
}

/** Says what was left behind since `before`. */
export async function leftBehind(system: System, before: Holdings): Promise<readonly string[]> {
  const now = await holdingsOf(system);
  const past = [system.service, system.prober, system.statusApi].flatMap(
    ({ pastGroups }) => pastGroups,
  );
  const orphans = (await Promise.all(past.map(processesOfGroup))).flat();
  return [
    ...orphans.map((line) => `left running: ${line}`),
    ...added(before.processes, now.processes).map((command) => `one more process: ${command}`),
    ...added(before.files, now.files).map((file) => `left behind: ${file}`),
    ...(now.databaseConnections > MAX_DATABASE_CONNECTIONS
      ? [`${now.databaseConnections} connections to PostgreSQL`]
      : []),
    ...(now.redisClients > MAX_REDIS_CLIENTS ? [`${now.redisClients} connections to Redis`] : []),
  ];
}

async function commandsOf(program: Supervised): Promise<readonly string[]> {
  return (await program.processes()).map((line) => line.replace(/^\d+ /, ""));
}

async function filesIn(directories: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    directories.map((directory) => readdir(directory, { recursive: true })),
  );
  // Each prober's files in the spool have its own id.
  return found.flat().map((name) => name.replaceAll(UUID, "*"));
}

/** Those of `now` beyond what was there `before`. */
function added(before: readonly string[], now: readonly string[]): readonly string[] {
  const left = [...before];
  return now.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
