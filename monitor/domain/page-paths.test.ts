import { expect, test } from "vitest";
import { runPath, runsOfCheckPath } from "./console-paths.ts";
import { contentTypeOf, picturePath } from "./page-identity.ts";
import {
  componentPath,
  consoleReports,
  historyPath,
  pathOfWay,
  publicReports,
  statusEventPath,
  subscribeToPath,
} from "./page-paths.ts";

test.each([
  [componentPath("tts"), "/components/tts"],
  [componentPath("tts", "7d"), "/components/tts?range=7d"],
  [statusEventPath("i1"), "/incidents/i1"],
  [historyPath(), "/history"],
  [historyPath("2026-11"), "/history/2026-11"],
  [historyPath("2026-11", "a b"), "/history/2026-11?component=a%20b"],
  [historyPath(undefined, "tts"), "/history?component=tts"],
  [publicReports.page("2026-11"), "/reports/2026-11"],
  [publicReports.file("2026-11", ".csv"), "/api/v2/reports/2026-11.csv"],
  [consoleReports.page("2026-11"), "/console/reports/2026-11"],
  [consoleReports.file("2026-11", ".csv"), "/console/reports/2026-11.csv"],
  [pathOfWay("email"), "/subscribe?channel=email"],
  [pathOfWay("email", "i1"), "/subscribe?channel=email&incident=i1"],
  [subscribeToPath("i1"), "/subscribe?incident=i1"],
  [runPath("r/1"), "/console/runs/r%2F1"],
  [runsOfCheckPath("c/1"), "/console/checks/c%2F1/runs"],
  [picturePath({ name: "logo.svg" }), "/identity/logo.svg"],
])("%s is the path %s", (path, expected) => {
  expect(path).toBe(expected);
});

test("a picture is what the extension of its name says", () => {
  expect(contentTypeOf({ name: "logo.svg" })).toBe("image/svg+xml");
  expect(contentTypeOf({ name: "svg.png" })).toBe("image/png");
});
