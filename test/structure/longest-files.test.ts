import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { LONGEST_FILES } from "../support/longest-first.ts";
import { projectRoot } from "../support/program.ts";

test("the files that are begun first are there under the names that they are known by", () => {
  const gone = LONGEST_FILES.filter(
    (name) => !existsSync(path.join(projectRoot, "test", `${name}.test.ts`)),
  );
  expect(gone).toEqual([]);
});
