import { expect, test } from "vitest";
import { reaching, StoreUnavailable } from "./store-unavailable.ts";

const failing = (error: unknown) => reaching("usage", Promise.reject(error));

test("a database that is away makes the store unavailable, a fault of a statement stays what it is", async () => {
  const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED", syscall: "connect" });
  const shutDown = Object.assign(new Error("terminating connection"), { code: "57P01" });
  for (const error of [refused, shutDown, new AggregateError([refused, refused])]) {
    await expect(failing(error)).rejects.toThrow(StoreUnavailable);
  }
  const duplicate = Object.assign(new Error("duplicate key"), { code: "23505" });
  for (const error of [duplicate, new TypeError("no"), new AggregateError([duplicate])]) {
    await expect(failing(error)).rejects.toBe(error);
  }
});
