import { expect, test } from "vitest";

import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { useAdminApi } from "../../support/status-api/admin-api.ts";
import { writeSubscriber } from "../../support/status-api/subscribers.ts";

describeWithOneDatabase("who is notified and who did what", (empty) => {
  const setting = useAdminApi(empty);

  test("subscribers are counted by channel; those not confirmed and those that ended apart", async () => {
    const { ask, db } = setting();
    const counts = async () => (await ask("GET", "/subscribers/counts")).body;
    expect(await counts()).toEqual({ active: 0, channels: {}, unconfirmed: 0, ended: 0 });
    await writeSubscriber(db, "email", "a@example.com");
    await writeSubscriber(db, "email", "b@example.com");
    await writeSubscriber(db, "slack", "https://hooks.example.com/1");
    const late = await writeSubscriber(db, "email", "c@example.com");
    await db
      .updateTable("subscribers")
      .set({ confirmed_at: null })
      .where("id", "=", late.id)
      .execute();
    const over = await writeSubscriber(db, "webhook", "https://example.com/hook");
    await ask("DELETE", `/subscribers/${over.id}`);
    expect(await counts()).toEqual({
      active: 3,
      channels: { email: 2, slack: 1 },
      unconfirmed: 1,
      ended: 1,
    });
  });

  test("the audit log is filtered by person, and by person and subject", async () => {
    const { ask, probing } = setting();
    await probing.play({ web: "o", docs: "o" });
    const until = new Date(probing.nowMs + 60_000).toISOString();
    const set = (id: string, actor: string) =>
      ask(
        "POST",
        `/components/${id}/status`,
        { status: "major_outage", until },
        { "x-actor": actor },
      );
    await set("web", "ada");
    await set("docs", "ada");
    await set("web", "can");
    const listed = async (query: string) =>
      (
        (await ask("GET", `/audit-log?${query}`)).body["data"] as readonly {
          actor: string;
          subject: string;
        }[]
      ).map(({ actor, subject }) => `${actor} ${subject}`);
    expect(await listed("actor=ada")).toEqual(["ada docs", "ada web"]);
    expect(await listed("actor=ada&subject=web")).toEqual(["ada web"]);
    expect(await listed("actor=eve")).toEqual([]);
  });
});
