import type { Fault } from "../fault.ts";
import { PLACES, type Place, SERVICE_PLACES } from "../places.ts";
import { lasting } from "./lasting.ts";

const AWAY_MS = 10_000;
const SLOW_MS = 300;
const SLOW_FOR_MS = 15_000;
/** Who needs something of the service that is stored. */
const STORED: readonly Place[] = ["stt-file", "stt-stream", "tts", "dashboard", "demo"];

export const postgresqlKilled: Fault = {
  name: "PostgreSQL killed",
  hits: "PostgreSQL",
  hurts: [...STORED, "status-writes"],
  strike: ({ postgresql }) =>
    lasting(
      AWAY_MS / 2,
      () => postgresql.kill(),
      () => postgresql.start(),
    ),
};

export const postgresqlFrozen: Fault = {
  name: "PostgreSQL hangs",
  hits: "PostgreSQL",
  hurts: [...STORED, "status-writes"],
  strike: ({ postgresql }) =>
    lasting(
      AWAY_MS,
      () => postgresql.freeze(),
      () => postgresql.thaw(),
    ),
};

export const serviceDatabaseCut: Fault = {
  name: "the service's database cut off",
  hits: "PostgreSQL",
  hurts: STORED,
  strike: ({ serviceDatabase }) =>
    lasting(
      AWAY_MS,
      () => serviceDatabase.cut(),
      () => serviceDatabase.comeBack(),
    ),
};

export const monitorDatabaseCut: Fault = {
  name: "the monitor's database cut off",
  hits: "PostgreSQL",
  hurts: ["status-writes"],
  strike: ({ monitorDatabase }) =>
    lasting(
      AWAY_MS,
      () => monitorDatabase.cut(),
      () => monitorDatabase.comeBack(),
    ),
};

export const databasesSlow: Fault = {
  name: `both databases ${SLOW_MS} ms slower`,
  hits: "PostgreSQL",
  hurts: [...SERVICE_PLACES, "status-writes"],
  strike: ({ serviceDatabase, monitorDatabase }) =>
    lasting(
      SLOW_FOR_MS,
      () => [serviceDatabase, monitorDatabase].forEach((proxy) => proxy.slowDown(SLOW_MS)),
      () => [serviceDatabase, monitorDatabase].forEach((proxy) => proxy.comeBack()),
    ),
};

export const databasesVanished: Fault = {
  name: "connections to both databases half-open",
  hits: "PostgreSQL",
  hurts: PLACES.filter((place) => place !== "status-page"),
  strike: ({ serviceDatabase, monitorDatabase }) =>
    lasting(
      AWAY_MS,
      () => [serviceDatabase, monitorDatabase].forEach((proxy) => proxy.vanish()),
      () => [serviceDatabase, monitorDatabase].forEach((proxy) => proxy.comeBack()),
    ),
};
