import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../support/program.ts";

test.each(["service", "status"])("the migrations of %s are numbered one by one", (folder) => {
  const files = readdirSync(path.join(projectRoot, "migrations", folder));
  const numbers = files.filter((file) => file.endsWith(".sql")).map((file) => file.slice(0, 4));
  expect(numbers).toEqual(numbers.map((_, index) => `${String(index + 1).padStart(3, "0")}-`));
});
