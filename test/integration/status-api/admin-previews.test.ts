import { expect, test } from "vitest";

import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { minuteMs, startMs } from "../../support/probes/scripted-probing.ts";
import { useAdminApi } from "../../support/status-api/admin-api.ts";
import { refusalOf } from "../../support/status-api/admin-client.ts";

const url = "https://status.example.org";
const at = (minute: number): string => new Date(startMs + minute * minuteMs).toISOString();

const newDisks = {
  name: "New disks",
  name_tr: "Yeni diskler",
  body: "We replace disks.",
  body_tr: "Diskler değişiyor.",
  scheduled_for: at(10),
  scheduled_until: at(20),
  components: ["web"],
};

interface Mail {
  readonly language: string;
  readonly subject: string;
  readonly text: string;
}

describeWithOneDatabase("a preview of maintenance", (empty) => {
  const setting = useAdminApi(empty, { url });
  const everything = async () => {
    const { db } = setting();
    return JSON.stringify([
      await db.selectFrom("incidents").selectAll().execute(),
      await db.selectFrom("incident_updates").selectAll().execute(),
      await db.selectFrom("incident_components").selectAll().execute(),
      await db.selectFrom("audit_log").selectAll().execute(),
      await db.selectFrom("revision").select("number").execute(),
    ]);
  };
  const mailsOf = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) =>
    body["mails"] as readonly Mail[];

  test("shows the plan and its mails in both languages, and changes nothing", async () => {
    const { ask, probing } = setting();
    await probing.play({ web: "oo", docs: "oo" });
    const before = await everything();
    const preview = await ask("POST", "/maintenances?preview=true", newDisks);
    expect(preview.status).toBe(200);
    expect(preview.body["maintenance"]).toMatchObject({
      name_tr: "Yeni diskler",
      status: "scheduled",
      scheduled_for: at(10),
      updates: [{ body_tr: "Diskler değişiyor." }],
    });
    expect(mailsOf(preview).map(({ language, subject }) => [language, subject])).toEqual([
      ["en", "[Page] New disks"],
      ["tr", "[Page] Yeni diskler"],
    ]);
    expect(mailsOf(preview)[1]?.text).toContain("Diskler değişiyor.");
    expect(await everything()).toBe(before);
    const refused = await ask("POST", "/maintenances?preview=true", {
      ...newDisks,
      scheduled_until: at(5),
    });
    expect(refusalOf(refused)).toEqual([400, "invalid_field", "scheduled_until"]);
  });

  test("shows each step and change; what tells nobody anything has no mail", async () => {
    const { ask, probing } = setting();
    await probing.play({ web: "oo", docs: "oo" });
    const planned = await ask("POST", "/maintenances", {
      ...newDisks,
      rrule: "FREQ=WEEKLY",
      time_zone: "Europe/Berlin",
    });
    const path = `/maintenances/${String(planned.body["id"])}`;
    const before = await everything();
    const started = await ask("POST", `${path}/start?preview=true`, { body: "We begin early." });
    expect(started.body["maintenance"]).toMatchObject({ status: "in_progress" });
    expect(mailsOf(started)[0]?.text).toContain("We begin early.");
    const silent = await ask("POST", `${path}/cancel?preview=true`, {});
    expect(mailsOf(silent)).toHaveLength(2);
    const later = await ask("PATCH", `${path}?preview=true`, { scheduled_until: at(30) });
    expect(later.body["maintenance"]).toMatchObject({ scheduled_until: at(30) });
    expect(mailsOf(later)).toHaveLength(2);
    const once = await ask("PATCH", `${path}?preview=true`, { rrule: null });
    expect([once.status, once.body["mails"]]).toEqual([200, []]);
    const early = await ask("POST", `${path}/complete?preview=true`, {});
    expect(refusalOf(early)).toEqual([409, "wrong_state", null]);
    expect(await everything()).toBe(before);
  });
});
