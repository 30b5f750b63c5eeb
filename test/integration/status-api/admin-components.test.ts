import { expect } from "vitest";
import { longTest, shortTest } from "../../support/lengths.ts";

import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { eventually } from "../../support/eventually.ts";
import { intervalsOf, minuteMs } from "../../support/probes/scripted-probing.ts";
import { useAdminApi } from "../../support/status-api/admin-api.ts";
import { refusalOf } from "../../support/status-api/admin-client.ts";

describeWithOneDatabase("the status that a person sets", (empty) => {
  const setting = useAdminApi(empty);
  const shown = async (status: string) =>
    eventually(`the page shows ${status}`, async () => {
      const answer = await fetch(new URL("/api/v2/components/web.json", setting().url));
      const { component } = (await answer.json()) as { component?: { status: string } };
      return component?.status === status;
    });
  const set = (status: string, afterMs: number) =>
    setting().ask("POST", "/components/web/status", {
      status,
      until: new Date(setting().probing.nowMs + afterMs).toISOString(),
    });

  longTest("is shown until it ends, and changes no history", async () => {
    const { probing, ask, db, url } = setting();
    await probing.play({ web: "oo", docs: "oo" });
    await shown("operational");
    const said = await set("partial_outage", 30 * minuteMs);
    expect(said.body).toMatchObject({
      id: "web",
      found_status: "operational",
      override: { status: "partial_outage" },
    });
    await shown("partial_outage");
    const page = await (await fetch(url)).text();
    expect(page).toContain("Set by our team");
    await probing.play({ web: "o".repeat(31), docs: "o".repeat(31) });
    await shown("operational");
    expect(await intervalsOf(db, "web")).toEqual(["operational 0-"]);
    expect((await ask("GET", "/audit-log")).body["data"]).toMatchObject([
      { action: "component.override", subject: "web" },
    ]);
  });

  shortTest("is taken back, and refused where it has no end, or a far one", async () => {
    const { probing, ask } = setting();
    await probing.play({ web: "oo", docs: "oo" });
    await set("major_outage", minuteMs);
    await shown("major_outage");
    const back = await ask("DELETE", "/components/web/status");
    expect(back.body).toMatchObject({ override: null });
    await shown("operational");
    expect(refusalOf(await set("major_outage", 0))).toEqual([400, "invalid_field", "until"]);
    expect(refusalOf(await set("major_outage", 8 * 24 * 60 * minuteMs))).toEqual([
      400,
      "invalid_field",
      "until",
    ]);
    expect(refusalOf(await set("unknown", minuteMs))).toEqual([400, "invalid_field", "status"]);
    expect(refusalOf(await ask("DELETE", "/components/nothing/status"))).toEqual([
      404,
      "not_found",
      null,
    ]);
  });
});
