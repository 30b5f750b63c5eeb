import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { SOCKETS } from "#service/contract/documents/asyncapi.ts";
import { kebabCase } from "../frame/paths.ts";

test("every socket has samples, without which the reference cannot be shown", () => {
  const files = readdirSync(path.join(import.meta.dirname, "socket-samples"));
  expect(files.toSorted()).toEqual(SOCKETS.map(({ id }) => `${kebabCase(id)}.md`).toSorted());
});
