import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../fault.ts";
import { SERVICE_PLACES } from "../places.ts";
import { lasting } from "./lasting.ts";

const FOR_MS = 10_000;
const DELAY_MS = 400;
const RESETS = 10;

/** Between the service and all who use it. */
const network = { hits: "connections of customers and prober", hurts: SERVICE_PLACES } as const;

export const connectionsDelayed: Fault = {
  ...network,
  name: `connections delayed by ${DELAY_MS} ms`,
  strike: (system) =>
    lasting(
      FOR_MS,
      () => system.network.slowDown(DELAY_MS),
      () => system.network.comeBack(),
    ),
};

export const connectionsReset: Fault = {
  ...network,
  name: `connections reset ${RESETS} times`,
  async strike(system, random) {
    for (let count = 0; count < RESETS; count += 1) {
      await sleep((random() * 2 * FOR_MS) / RESETS);
      system.network.reset();
    }
  },
};

export const connectionsVanished: Fault = {
  ...network,
  name: "connections half-open",
  strike: (system) =>
    lasting(
      FOR_MS,
      () => system.network.vanish(),
      () => system.network.comeBack(),
    ),
};
