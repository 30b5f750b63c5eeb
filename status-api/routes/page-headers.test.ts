import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { pathOf } from "./page-headers.ts";

test.each([
  ["/history?lang=tr", "/history"],
  ["/", "/"],
  ["//evil.example/x", "/evil.example/x"],
  ["/\\evil.example", "/evil.example"],
  ["history", "/history"],
  ["?lang=tr", "/"],
])("a link to %s leads to the path %s of this host", (url, path) => {
  expect(pathOf({ url } as FastifyRequest)).toBe(path);
});
