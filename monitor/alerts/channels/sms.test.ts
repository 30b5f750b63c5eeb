import { expect, test } from "vitest";
import type { AlertMessage } from "./channel.ts";
import { sms } from "./sms.ts";

const SETTINGS = {
  account_sid: "AC1",
  auth_token: "secret",
  from: "+905550000000",
  to: "+905551112233",
  url: "https://api.example.com/",
};

test("a long title is cut, so that text and address fit two messages of 160 characters", () => {
  const url = "https://status.example.com/console/alerts/1";
  const message = { title: "a".repeat(400), about: { reason: "timeout" }, url };
  const sending = sms.sendingOf(message as unknown as AlertMessage, SETTINGS as never);
  if (sending.via !== "http") throw new Error("an SMS is sent over HTTP");
  const body = new URLSearchParams(String(sending.body)).get("Body") ?? "";
  expect(body).toHaveLength(320);
  expect(body.endsWith(`\n${url}`)).toBe(true);
});
