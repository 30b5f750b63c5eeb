import { expect, test } from "vitest";
import { withoutTrailingSlash } from "./trailing-slash.ts";

test.each([
  ["/v1/audio/speech/", "/v1/audio/speech"],
  ["/v1/audio/stream/?model=a/", "/v1/audio/stream?model=a/"],
  ["/v1/audio/speech", "/v1/audio/speech"],
  ["/v1/voices?after=a/", "/v1/voices?after=a/"],
  ["/v1/", "/v1/"],
  ["/docs/", "/docs/"],
])("%s is %s", (url, expected) => {
  expect(withoutTrailingSlash(url)).toBe(expected);
});
