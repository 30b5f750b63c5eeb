import { describe, expect, test } from "vitest";
import { basePathOf, withoutBasePath } from "./below-path.ts";

test.each([
  [undefined, ""],
  ["https://status.example.org", ""],
  ["https://example.org/status", "/status"],
  ["https://example.org/a/b/", "/a/b"],
])("the base path of %s is %j", (url, path) => {
  expect(basePathOf(url)).toBe(path);
});

describe("a request below /status", () => {
  test.each([
    ["/status", "/"],
    ["/status/", "/"],
    ["/status?lang=tr", "/?lang=tr"],
    ["/status/components/web?range=7d", "/components/web?range=7d"],
    ["/status/status", "/status"],
    // A proxy has taken the path away, or nothing of ours is asked for.
    ["/components/web", "/components/web"],
    ["/statuses", "/statuses"],
    ["/", "/"],
  ])("%s is one for %s", (url, rest) => {
    expect(withoutBasePath(url, "/status")).toBe(rest);
  });
});
