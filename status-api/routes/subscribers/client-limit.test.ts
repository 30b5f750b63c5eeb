import { expect, test } from "vitest";
import { signUpLimit } from "./client-limit.ts";

const minuteMs = 60_000;

test("a client may sign up ten times in any ten minutes, and is told when again", () => {
  const limit = signUpLimit();
  for (let index = 0; index < 10; index += 1) {
    expect(limit.take("203.0.113.7", index * 1000)).toBeUndefined();
  }
  expect(limit.take("203.0.113.7", minuteMs)).toBe(9 * 60);
  expect(limit.take("203.0.113.8", minuteMs)).toBeUndefined();
  expect(limit.take("203.0.113.7", 10 * minuteMs)).toBeUndefined();
  expect(limit.take("203.0.113.7", 10 * minuteMs)).toBe(1);
});

test("all addresses of one IPv6 network are one client, and IPv4 is the same however it is written", () => {
  const limit = signUpLimit();
  for (let index = 0; index < 10; index += 1) limit.take(`2001:db8:1:2::${index}`, 0);
  expect(limit.take("2001:db8:1:2:ffff::1", 0)).toBe(600);
  expect(limit.take("2001:db8:1:3::1", 0)).toBeUndefined();
  for (let index = 0; index < 10; index += 1) limit.take("203.0.113.7", 0);
  expect(limit.take("::ffff:203.0.113.7", 0)).toBe(600);
});
