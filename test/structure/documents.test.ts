import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { COMPONENT_STATUSES } from "#monitor/domain/component-status.ts";
import {
  downtimeWeight,
  isCounted,
  uptimeFormula,
  DEFAULT_WEIGHTS,
} from "#monitor/domain/uptime.ts";
import { channelNames } from "#status-api/notify/channels/channels.ts";
import { languages } from "#web-kit/language/languages.ts";

const root = path.resolve(import.meta.dirname, "../..");
const documentNamed = (name: string) => readFileSync(path.join(root, "docs", name), "utf8");

/** What stands in the line of a document that begins so. */
function afterIn(document: string, start: string): string {
  const line = document.split("\n").find((one) => one.startsWith(start));
  expect(line, `a line that begins with ${start}`).toBeDefined();
  return line!.slice(start.length).trim();
}

describe("docs/status-documents.md", () => {
  const formula = afterIn(documentNamed("status-documents.md"), "    uptime_90d =");

  test("has the formula that days.json has", () => {
    expect(uptimeFormula(DEFAULT_WEIGHTS).split(",")[0]).toBe(formula);
  });

  test("weighs in it each status that counts as downtime, and leaves out each that is not counted", () => {
    const [, lost = "", counted = ""] = /\(1 − \(([^()]*)\) \/ \(([^()]*)\)\)$/.exec(formula) ?? [];
    const weights = lost.split(" + ").map((term) => term.split(" × ").toReversed());
    expect(
      Object.fromEntries(weights.map(([status, weight = "1"]) => [status, Number(weight)])),
    ).toEqual(
      Object.fromEntries(
        COMPONENT_STATUSES.map(
          (status) => [status, downtimeWeight(status, DEFAULT_WEIGHTS)] as const,
        ).filter(([, weight]) => weight > 0),
      ),
    );
    const [observed, ...leftOut] = counted.split(" − ");
    expect(observed).toBe("observed");
    // What is observed is all but unknown.
    expect(["unknown", ...leftOut].toSorted()).toEqual(
      COMPONENT_STATUSES.filter((status) => !isCounted(status)).toSorted(),
    );
  });
});

describe("docs/notifications.md", () => {
  const document = documentNamed("notifications.md");
  const inBackticks = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

  test("names every channel that a subscriber can choose", () => {
    expect(inBackticks(afterIn(document, "| `channel` |"))).toEqual(channelNames);
  });

  test("says of every channel how it is confirmed", () => {
    const [, rows = ""] = document.split("| channel | confirmed by |\n|---|---|\n");
    const [table = ""] = rows.split("\n\n");
    expect(table.split("\n").map((row) => inBackticks(row)[0])).toEqual(channelNames);
  });

  test("names every language", () => {
    expect(inBackticks(afterIn(document, "| `language` |")).toSorted()).toEqual(
      languages.toSorted(),
    );
  });
});

test("decisions are numbered from 1, each number once", () => {
  const numbers = readdirSync(path.join(root, "docs/decisions")).map((file) =>
    Number(/^(\d{3})-[a-z-]+\.md$/.exec(file)?.[1]),
  );
  expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
});
