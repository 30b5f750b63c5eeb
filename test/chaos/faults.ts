import type { Fault } from "./fault.ts";
import { diskFull } from "./faults/full-disk.ts";
import {
  everythingKilled,
  modelKilled,
  proberKilled,
  serviceKilled,
  statusApiKilled,
} from "./faults/killed.ts";
import { connectionsDelayed, connectionsReset, connectionsVanished } from "./faults/network.ts";
import {
  databasesSlow,
  databasesVanished,
  monitorDatabaseCut,
  postgresqlFrozen,
  postgresqlKilled,
  serviceDatabaseCut,
} from "./faults/postgresql.ts";
import {
  redisCut,
  redisFlushed,
  redisFrozen,
  redisKilled,
  redisSlow,
  redisVanished,
} from "./faults/redis.ts";
import { modelStopped, proberStopped, serviceStopped, statusApiStopped } from "./faults/stopped.ts";
import { proberClock, serviceClock, statusApiClock } from "./faults/wrong-clock.ts";

/** Everything that the system has to get over by itself. */
export const FAULTS: readonly Fault[] = [
  serviceKilled,
  proberKilled,
  statusApiKilled,
  modelKilled,
  everythingKilled,
  serviceStopped,
  proberStopped,
  statusApiStopped,
  modelStopped,
  postgresqlKilled,
  postgresqlFrozen,
  serviceDatabaseCut,
  monitorDatabaseCut,
  databasesSlow,
  databasesVanished,
  redisKilled,
  redisFlushed,
  redisFrozen,
  redisCut,
  redisSlow,
  redisVanished,
  connectionsDelayed,
  connectionsReset,
  connectionsVanished,
  diskFull,
  proberClock,
  serviceClock,
  statusApiClock,
];

/** Some of them, which are over within half a minute. */
export const SHORT: readonly Fault[] = [serviceKilled, proberKilled, redisFlushed];
