import { expect, test } from "vitest";
import { dataPathOf } from "./page-model.ts";

test.each([
  { path: "/", data: "/page.json" },
  { path: "/components/tts", data: "/components/tts/page.json" },
  { path: "/components/tts?range=7d", data: "/components/tts/page.json?range=7d" },
])("the data of $path is at $data", ({ path, data }) => {
  expect(dataPathOf(path)).toBe(data);
});
