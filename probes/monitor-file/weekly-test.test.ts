import { describe, expect, test } from "vitest";
import { parseMonitorFile } from "./read.ts";

function read(weeklyTest: object | undefined) {
  const secret = "${PAGERDUTY_KEY}";
  const document = {
    page: { id: "page", name: "Page", url: "http://127.0.0.1", time_zone: "Europe/Istanbul" },
    groups: [],
    controls: [],
    components: [
      { id: "web", name: "Web", checks: [{ id: "c", kind: "tcp", host: "localhost", port: 1 }] },
    ],
    alerts: {
      receivers: [
        { id: "phone", channel: "pagerduty", routing_key: secret, webhook_secret: secret },
        { id: "mail", channel: "email", to: "on-call@example.org" },
      ],
      rules: [{ id: "all", receivers: ["phone"] }],
      weekly_test: weeklyTest,
    },
  };
  // Every JSON document is a YAML document.
  const text = JSON.stringify(document, null, 1);
  return parseMonitorFile("m.yaml", text, { PAGERDUTY_KEY: "k" }).alerts;
}

describe("the weekly test of alerts", () => {
  test("is sent to all, by the page's clock, unless it says otherwise", () => {
    expect(read({ day: "monday", at: "10:00" })?.weeklyTest).toEqual({
      day: "monday",
      at: "10:00",
      timeZone: "Europe/Istanbul",
      receivers: ["phone", "mail"],
    });
    const own = { day: "friday", at: "16:30", time_zone: "Etc/UTC", receivers: ["phone"] };
    expect(read(own)?.weeklyTest).toMatchObject({ timeZone: "Etc/UTC", receivers: ["phone"] });
    expect(read(undefined)?.weeklyTest).toBeNull();
  });

  test.each([
    [{ day: "someday", at: "10:00" }, "alerts.weekly_test.day"],
    [{ day: "monday", at: "25:00" }, "alerts.weekly_test.at"],
    [{ day: "monday" }, "alerts.weekly_test: missing: at"],
    [{ day: "monday", at: "10:00", time_zone: "Mars" }, "alerts.weekly_test.time_zone"],
    [{ day: "monday", at: "10:00", receivers: ["x"] }, "alerts.weekly_test.receivers[0]"],
  ])("%o is refused by name", (weeklyTest, name) => {
    expect(() => read(weeklyTest)).toThrow(name);
  });

  test("leaves the secret of a receiver's webhook with its settings", () => {
    const phone = read(undefined)?.receivers[0];
    expect(phone?.settings).toMatchObject({ routing_key: "k", webhook_secret: "k" });
  });
});
