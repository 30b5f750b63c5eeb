import { expect, test } from "vitest";
import { MAX_TABS, OpenTabs } from "./open-tabs.ts";

test("who has most tabs loses the oldest of them, and others are let in", () => {
  const tabs = new OpenTabs();
  const ended: string[] = [];
  const open = (person: string, at: number) =>
    tabs.add(person, () => ended.push(`${person} ${at}`));
  for (let at = 0; at < MAX_TABS; at += 1) open("viewer", at);
  const admin = open("admin", 0);
  open("viewer", MAX_TABS);
  expect(ended).toEqual(["viewer 0", "viewer 1"]);
  admin[Symbol.dispose]();
  open("other", 0);
  expect(ended).toHaveLength(2);
});
