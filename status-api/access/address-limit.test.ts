import { expect, test } from "vitest";
import { AddressLimit } from "./address-limit.ts";

const minuteMs = 60_000;

function countTimes(limit: AddressLimit, times: number, address: string, nowMs: number): void {
  for (let index = 0; index < times; index += 1) limit.count(address, nowMs);
}

test("a client may do it ten times in any ten minutes, and is told when again", () => {
  const limit = new AddressLimit(10, 10 * minuteMs);
  for (let index = 0; index < 10; index += 1) {
    expect(limit.secondsToWait("203.0.113.7", index * 1000)).toBe(0);
    limit.count("203.0.113.7", index * 1000);
  }
  expect(limit.secondsToWait("203.0.113.7", minuteMs)).toBe(9 * 60);
  expect(limit.secondsToWait("203.0.113.8", minuteMs)).toBe(0);
  expect(limit.secondsToWait("203.0.113.7", 10 * minuteMs)).toBe(0);
  limit.count("203.0.113.7", 10 * minuteMs);
  expect(limit.secondsToWait("203.0.113.7", 10 * minuteMs)).toBe(1);
});

test("the wait is over with the last millisecond of the window, however the clock was set", () => {
  const limit = new AddressLimit(10, minuteMs);
  countTimes(limit, 10, "10.0.0.1", 5_000);
  expect(limit.secondsToWait("10.0.0.1", 5_000)).toBe(60);
  expect(limit.secondsToWait("10.0.0.1", 64_999)).toBe(1);
  expect(limit.secondsToWait("10.0.0.1", 65_000)).toBe(0);
  expect(limit.secondsToWait("10.0.0.1", 5_000 - minuteMs)).toBe(0);
});

test("all addresses of one IPv6 network are one client, and IPv4 is the same however it is written", () => {
  const limit = new AddressLimit(10, 10 * minuteMs);
  for (let index = 0; index < 10; index += 1) limit.count(`2001:db8:1:2::${index}`, 0);
  expect(limit.secondsToWait("2001:db8:1:2:ffff::1", 0)).toBe(600);
  expect(limit.secondsToWait("2001:db8:1:3::1", 0)).toBe(0);
  countTimes(limit, 10, "203.0.113.7", 0);
  expect(limit.secondsToWait("::ffff:203.0.113.7", 0)).toBe(600);
});

test("what it remembers has an end, the oldest goes first", () => {
  const limit = new AddressLimit(10, minuteMs);
  countTimes(limit, 10, "192.0.2.1", 0);
  for (let index = 1; index < 10_000; index += 1)
    limit.count(`10.0.${index >> 8}.${index & 255}`, 0);
  expect(limit.secondsToWait("192.0.2.1", 1)).toBe(60);
  limit.count("192.0.2.2", 0);
  expect(limit.secondsToWait("192.0.2.1", 1)).toBe(0);
});
