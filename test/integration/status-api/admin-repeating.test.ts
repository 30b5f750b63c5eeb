import { expect, test } from "vitest";

import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { minuteMs, startMs } from "../../support/probes/scripted-probing.ts";
import { type AdminSetting, useAdminApi } from "../../support/status-api/admin-api.ts";
import { refusalOf } from "../../support/status-api/admin-client.ts";

const dayMs = 24 * 60 * minuteMs;

describeWithOneDatabase("maintenance that repeats", (empty) => {
  const setting = useAdminApi(empty);
  const ask: AdminSetting["ask"] = (...parameters) => setting().ask(...parameters);
  const at = (ms: number): string => new Date(startMs + ms).toISOString();
  const daily = {
    name: "Backups",
    name_tr: "Yedekler",
    body: "The website may be slow.",
    scheduled_for: at(3 * minuteMs),
    scheduled_until: at(5 * minuteMs),
    components: ["web"],
    rrule: "FREQ=DAILY;COUNT=4",
    time_zone: "Europe/Istanbul",
  };
  const repeats = { rrule: daily.rrule, time_zone: daily.time_zone };
  const planned = async () =>
    (await ask("GET", "/maintenances?status=unfinished")).body["data"] as readonly { id: string }[];

  test("is planned anew when it ends by itself, is completed or cancelled, until its rule ends", async () => {
    const { probing } = setting();
    expect((await ask("POST", "/maintenances", daily)).body).toMatchObject({ repeats });
    await probing.play({ web: "ooooooo", docs: "ooooooo" });
    const [second, ...others] = await planned();
    expect(others).toEqual([]);
    expect(second).toMatchObject({
      name: "Backups",
      name_tr: "Yedekler",
      status: "scheduled",
      scheduled_for: at(dayMs + 3 * minuteMs),
      scheduled_until: at(dayMs + 5 * minuteMs),
      components: [{ id: "web" }],
      updates: [{ status: "scheduled", body: "The website may be slow." }],
      repeats,
    });
    await ask("POST", `/maintenances/${second!.id}/cancel`);
    const [third] = await planned();
    expect(third).toMatchObject({ scheduled_for: at(2 * dayMs + 3 * minuteMs) });
    await ask("POST", `/maintenances/${third!.id}/start`);
    await ask("POST", `/maintenances/${third!.id}/complete`);
    const [last] = await planned();
    expect(last).toMatchObject({ scheduled_for: at(3 * dayMs + 3 * minuteMs) });
    await ask("POST", `/maintenances/${last!.id}/cancel`);
    expect(await planned()).toEqual([]);
    expect((await ask("GET", `/maintenances/${last!.id}`)).body).toMatchObject({ repeats: null });
  });

  test("leaves out what has passed while no prober ran, and is told to repeat no more", async () => {
    const { probing } = setting();
    await ask("POST", "/maintenances", { ...daily, rrule: "FREQ=DAILY" });
    probing.nowMs += 10 * dayMs;
    await probing.passTime();
    const [next, ...others] = await planned();
    expect(others).toEqual([]);
    expect(next).toMatchObject({ scheduled_for: at(10 * dayMs + 3 * minuteMs) });
    const ended = await ask("PATCH", `/maintenances/${next!.id}`, { rrule: null });
    expect(ended.body).toMatchObject({ status: "scheduled", repeats: null });
    await ask("POST", `/maintenances/${next!.id}/cancel`);
    expect(await planned()).toEqual([]);
  });

  test.each([
    [{ rrule: "FREQ=NEVER" }, "invalid_field", "rrule"],
    [{ time_zone: "Mars/Base" }, "invalid_field", "time_zone"],
    [{ rrule: undefined }, "missing_field", "rrule"],
  ])("is refused with %j", async (wrong, code, param) => {
    const refused = await ask("POST", "/maintenances", { ...daily, ...wrong });
    expect(refusalOf(refused)).toEqual([400, code, param]);
  });
});
