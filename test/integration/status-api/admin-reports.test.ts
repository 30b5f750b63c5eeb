import { expect, test } from "vitest";

import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { useAdminApi } from "../../support/status-api/admin-api.ts";
import { refusalOf } from "../../support/status-api/admin-client.ts";

describeWithOneDatabase("reports for those who have the token", (empty) => {
  const setting = useAdminApi(empty);

  test("have all components, and refuse what is no month", async () => {
    const { probing, ask, url } = setting();
    await probing.play({ web: "oo", docs: "oo" });
    const month = new Date(probing.nowMs).toISOString().slice(0, "2026-11".length);
    await expect
      .poll(async () => (await ask("GET", `/reports/${month}.json`)).body["components"])
      .toMatchObject([{ id: "web" }, { id: "docs" }]);
    expect(refusalOf(await ask("GET", "/reports/soon.json"))).toEqual([
      400,
      "invalid_field",
      "month",
    ]);
    expect(refusalOf(await ask("GET", "/reports/1999-01.csv"))).toEqual([404, "not_found", null]);
    expect((await fetch(`${url}/admin/reports/${month}.csv`)).status).toBe(401);
    expect((await fetch(`${url}/reports/${month}`)).status).toBe(404);
  });
});
