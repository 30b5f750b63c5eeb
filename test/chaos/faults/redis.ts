import type { Fault } from "../fault.ts";
import { lasting } from "./lasting.ts";

const AWAY_MS = 8000;
const SLOW_MS = 200;

/** Limits are counted by the service itself while Redis is away: nobody notices. */
const unnoticed = { hits: "Redis", hurts: [] } as const;

export const redisKilled: Fault = {
  ...unnoticed,
  name: "Redis killed",
  strike: ({ redis }) =>
    lasting(
      AWAY_MS / 2,
      () => redis.kill(),
      () => redis.start(),
    ),
};

export const redisFlushed: Fault = {
  ...unnoticed,
  name: "Redis flushed",
  strike: ({ redis }) => redis.flush(),
};

export const redisFrozen: Fault = {
  ...unnoticed,
  name: "Redis hangs",
  strike: ({ redis }) =>
    lasting(
      AWAY_MS,
      () => redis.freeze(),
      () => redis.thaw(),
    ),
};

export const redisCut: Fault = {
  ...unnoticed,
  name: "Redis cut off",
  strike: ({ redisNetwork }) =>
    lasting(
      AWAY_MS,
      () => redisNetwork.cut(),
      () => redisNetwork.comeBack(),
    ),
};

export const redisSlow: Fault = {
  ...unnoticed,
  name: `Redis ${SLOW_MS} ms slower`,
  strike: ({ redisNetwork }) =>
    lasting(
      AWAY_MS,
      () => redisNetwork.slowDown(SLOW_MS),
      () => redisNetwork.comeBack(),
    ),
};

export const redisVanished: Fault = {
  ...unnoticed,
  name: "connections to Redis half-open",
  strike: ({ redisNetwork }) =>
    lasting(
      AWAY_MS,
      () => redisNetwork.vanish(),
      () => redisNetwork.comeBack(),
    ),
};
