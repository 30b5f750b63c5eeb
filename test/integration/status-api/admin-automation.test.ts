import { expect, test } from "vitest";

import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { useAdminApi } from "../../support/status-api/admin-api.ts";
import { refusalOf } from "../../support/status-api/admin-client.ts";

describeWithOneDatabase("an incident that is given back to automation", (empty) => {
  const setting = useAdminApi(empty);
  const incidents = () =>
    setting().db.selectFrom("incidents").selectAll().orderBy("created_at").execute();
  const said = async () =>
    (
      await setting()
        .db.selectFrom("incident_updates")
        .select(["status", "body"])
        .orderBy("display_at")
        .execute()
    ).map(({ status, body }) => `${status}: ${body["en"] ?? ""}`);

  test("is told of and resolved by itself again, after what the person said", async () => {
    const { ask, probing } = setting();
    await probing.play({ web: "off", docs: "ooo" });
    const [opened] = await incidents();
    const path = `/incidents/${opened!.id}`;
    await ask("POST", `${path}/updates`, { body: "We are on it.", status: "identified" });
    expect((await incidents())[0]).toMatchObject({ automatic: false });
    const back = await ask("POST", `${path}/automation`, {}, { "x-actor": "ada" });
    expect([back.status, back.body["automatic"]]).toEqual([200, true]);
    const again = await ask("POST", `${path}/automation`);
    expect([again.status, again.body]).toEqual([200, back.body]);
    expect((await ask("GET", "/audit-log")).body["data"]).toMatchObject([
      { action: "incident.automation", actor: "ada", subject: opened!.id },
      { action: "incident.update" },
    ]);
    await probing.play({ web: "fooooo", docs: "oooooo" });
    const [incident, ...others] = await incidents();
    expect([incident?.status, incident?.automatic, others]).toEqual(["resolved", true, []]);
    const [first, ...rest] = await said();
    expect(first).toMatch(/^investigating: /);
    expect(rest.map((text) => text.replace(/(?<=^(?:monitoring|resolved): ).*/, "…"))).toEqual([
      "identified: We are on it.",
      "monitoring: …",
      "resolved: …",
    ]);
    expect(refusalOf(await ask("POST", `${path}/automation`))).toEqual([409, "wrong_state", null]);
  });

  test("has a failing check where a person opened it, and none where automation did", async () => {
    const { ask, probing } = setting();
    await probing.play({ web: "ooo", docs: "ooo" });
    const open = (components: readonly string[]) =>
      ask("POST", "/incidents", { name: "Slow", impact: "minor", body: "We look.", components });
    const unseen = String((await open(["docs"])).body["id"]);
    const nothing = String((await open([])).body["id"]);
    for (const id of [unseen, nothing]) {
      const refused = await ask("POST", `/incidents/${id}/automation`);
      expect(refusalOf(refused)).toEqual([409, "wrong_state", "components"]);
    }
    const seen = String((await open(["web"])).body["id"]);
    await probing.play({ web: "ff", docs: "oo" });
    expect((await ask("POST", `/incidents/${seen}/automation`)).body).toMatchObject({
      automatic: true,
    });
    expect(refusalOf(await ask("POST", "/incidents/none/automation"))).toEqual([
      404,
      "not_found",
      null,
    ]);

    await ask("POST", `/incidents/${unseen}/resolve`);
    await probing.play({ web: "oooooo", docs: "oooooo" });
    expect((await ask("GET", `/incidents/${seen}`)).body).toMatchObject({ status: "resolved" });
  });

  test("is resolved by itself where its checks pass already", async () => {
    const { ask, probing } = setting();
    await probing.play({ web: "off", docs: "ooo" });
    const [opened] = await incidents();
    await ask("POST", `/incidents/${opened!.id}/updates`, { body: "We are on it." });
    await probing.play({ web: "ooooo", docs: "ooooo" });
    expect((await incidents())[0]?.status).toBe("investigating");
    await ask("POST", `/incidents/${opened!.id}/automation`);
    await probing.play({ web: "oo", docs: "oo" });
    expect((await incidents())[0]?.status).toBe("resolved");
  });
});
