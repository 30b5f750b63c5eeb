import type { Fault } from "../fault.ts";
import { lasting } from "./lasting.ts";

const FOR_MS = 10_000;

export const diskFull: Fault = {
  name: "the disk of every DATA_DIR full",
  hits: "service, prober, status API",
  hurts: [],
  impossible: ({ disk }) =>
    disk.isOwn
      ? undefined
      : "a disk of its own can be mounted by root alone; test/integration/migrations/embedded-process.test.ts has a full disk without one",
  strike: ({ disk }) =>
    lasting(
      FOR_MS,
      () => disk.fill(),
      () => disk.free(),
    ),
};
