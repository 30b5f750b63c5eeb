import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { queueTask } from "./queue-task.ts";

test("functions run in order, each in a task of its own", async () => {
  const ran: string[] = [];
  const tasks = ["one", "two", "three"].map(
    (name) =>
      new Promise<void>((resolve) => {
        queueTask(() => {
          ran.push(name);
          // Runs before the next task does.
          queueMicrotask(() => ran.push(`after ${name}`));
          resolve();
        });
      }),
  );
  expect(ran).toEqual([]);
  await Promise.all(tasks);
  await wait();
  expect(ran).toEqual(["one", "after one", "two", "after two", "three", "after three"]);

  const late = new Promise<string>((resolve) => queueTask(() => resolve("late")));
  expect(await late).toBe("late");
});
