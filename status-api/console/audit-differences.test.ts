import { expect, test } from "vitest";
import { differencesOf } from "./audit-differences.ts";

test("names the fields that differ, with what was and what is", () => {
  const before = { id: "a", status: "investigating", impact: "minor", resolved_at: null };
  const after = { id: "a", status: "resolved", impact: "minor", resolved_at: "12:00" };
  expect(differencesOf(before, after)).toEqual([
    { field: "status", before: "investigating", after: "resolved" },
    { field: "resolved_at", before: null, after: "12:00" },
  ]);
});

test("knows what has an id by it, wherever it stands", () => {
  const old = { id: "1", body: "We look." };
  const before = { updates: [old], components: ["web"] };
  const after = { updates: [{ id: "2", body: "It is over." }, old], components: ["web", "tts"] };
  expect(differencesOf(before, after)).toEqual([
    { field: "updates.2.id", before: null, after: "2" },
    { field: "updates.2.body", before: null, after: "It is over." },
    { field: "components.1", before: null, after: "tts" },
  ]);
});

test("shows all of what is new, and nothing of what is as it was", () => {
  expect(differencesOf(null, { id: "a", automatic: false })).toEqual([
    { field: "id", before: null, after: "a" },
    { field: "automatic", before: null, after: "false" },
  ]);
  expect(differencesOf({ id: "a", n: [1] }, { id: "a", n: [1] })).toEqual([]);
});
