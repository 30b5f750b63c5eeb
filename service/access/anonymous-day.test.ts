import { afterAll, expect, test } from "vitest";
import { LIMITS } from "../contract/limits.ts";
import { MemoryLimitStore } from "./limits/memory-limit-store.ts";
import { RequestLimits } from "./limits/request-limits.ts";
import { anonymousAllowance } from "./anonymous-day.ts";

const limits = new RequestLimits(new MemoryLimitStore(60_000));
afterAll(() => limits[Symbol.asyncDispose]());

const { dailyCharacters, dailyAudioSeconds } = LIMITS.anonymous;
const today = new Date("2026-11-23T23:00:00Z");

test("all anonymous requests of a client share a day's characters, and the next day has as many", async () => {
  const speak = async (client: string, characters: number, at = today) => {
    const allowance = anonymousAllowance(limits, client, "speech", at);
    try {
      await allowance.begin();
      await allowance.cover(characters);
      allowance.use(characters);
    } finally {
      allowance.close();
    }
  };
  await speak("192.0.2.1", dailyCharacters - 10);
  const refused = { meter: "characters", period: "day", limit: dailyCharacters };
  await expect(speak("192.0.2.1", 11)).rejects.toMatchObject(refused);
  await speak("192.0.2.1", 10);
  await expect(speak("192.0.2.1", 1)).rejects.toMatchObject({
    ...refused,
    resetsAt: new Date("2026-11-24T00:00:00Z"),
  });
  await speak("192.0.2.2", 1);
  await speak("192.0.2.1", dailyCharacters, new Date("2026-11-24T00:00:00Z"));
});

test("what was reserved and not used is given back; what a stream used is counted", async () => {
  const client = "192.0.2.3";
  const one = anonymousAllowance(limits, client, "stream", today);
  await one.expect(dailyAudioSeconds - 5);
  const other = anonymousAllowance(limits, client, "transcription", today);
  await other.expect(60);
  expect(other.max).toBe(5);
  one.use(20);
  one.close();
  other.close();
  const third = anonymousAllowance(limits, client, "stream", today);
  await third.cover(dailyAudioSeconds - 20);
  await expect(third.cover(dailyAudioSeconds - 19)).rejects.toMatchObject({ meter: "audio" });
  third.close();
});
