import { expect, test } from "vitest";
import type { CheckConfiguration, MonitorConfiguration } from "./configuration.ts";
import { parseMonitorFile } from "./read.ts";
import { reconfigure } from "./reconfigure.ts";

function configurationOf(components: Record<string, Record<string, number>>): MonitorConfiguration {
  const document = {
    page: { id: "page", name: "Page", url: "http://127.0.0.1" },
    groups: [],
    components: Object.entries(components).map(([id, checks]) => ({
      id,
      name: id,
      checks: Object.entries(checks).map(([check, period_seconds]) => ({
        id: check,
        kind: "tcp",
        host: "localhost",
        port: 1,
        period_seconds,
      })),
    })),
  };
  return parseMonitorFile("written.yaml", JSON.stringify(document), {});
}

const ids = (checks: readonly CheckConfiguration[]): string[] => checks.map(({ id }) => id);

test("a check that stays keeps its place in its slot, wherever the file has it now", () => {
  const before = configurationOf({ web: { first: 60, second: 60 } });
  const after = configurationOf({ web: { inserted: 60, first: 60, second: 120 } });
  const { configuration, begun, gone } = reconfigure(before, after);
  const offsets = new Map(configuration.checks.map(({ id, offsetMs }) => [id, offsetMs]));
  expect(offsets.get("first")).toBe(before.checks[0]?.offsetMs);
  expect(offsets.get("second")).toBe(after.checks[2]?.offsetMs);
  expect(ids(begun)).toEqual(["inserted", "second"]);
  expect(gone).toEqual([]);
});

test("a check that leaves its component is gone, and one that leaves the file with its component", () => {
  const before = configurationOf({ web: { page: 60, moved: 60 }, docs: { text: 60 } });
  const after = configurationOf({ web: { page: 60 }, demo: { moved: 60 } });
  const { begun, gone, goneComponents } = reconfigure(before, after);
  expect(ids(gone)).toEqual(["moved", "text"]);
  expect(goneComponents).toEqual(["docs"]);
  expect(begun).toEqual([]);
});
