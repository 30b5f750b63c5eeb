import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { longTest, shortTest } from "../../support/lengths.ts";

import { forgetWhatIsOver } from "#status-api/notify/subscriber-store.ts";

import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { eventually } from "../../support/eventually.ts";
import { moveRevision, writeIncident } from "../../support/status-api/status-history.ts";
import { form, linkIn, Subscribing } from "../../support/status-api/subscribing.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

describeWithOneDatabase("a subscription to one incident", (empty) => {
  let at: Subscribing;

  beforeAll(async () => {
    at = await Subscribing.start(await empty());
  });
  beforeEach(async () => {
    await at.clear();
    for (const [id, name, nameTr] of [
      ["inc-1", "Speech is slow", "Seslendirme yavaş"],
      ["inc-2", "The website is away", "Web sitesi yok"],
    ] as const) {
      await writeIncident(at.db, {
        id,
        name,
        nameTr,
        impact: "major",
        componentIds: ["tts"],
        // What is told of an automatic incident waits for its first minute.
        updates: [{ status: "investigating", body: "We look.", atMs: at.clockMs - 2 * minuteMs }],
      });
    }
    await at.db.updateTable("incident_updates").set({ notified_at: new Date() }).execute();
    await moveRevision(at.db, at.clockMs);
    await eventually("both incidents are there", async () => {
      const page = await (await at.get("/page.json")).text();
      return page.includes("inc-1") && page.includes("inc-2");
    });
  });
  afterAll(() => at[Symbol.asyncDispose]());

  /** Says something of both incidents, and waits until it is in the outbox of those whom it concerns. */
  const sayMore = async (): Promise<string[]> => {
    for (const id of ["inc-1", "inc-2"]) {
      const now = new Date(at.clockMs);
      await at.db
        .insertInto("incident_updates")
        .values({
          id: `${id}-more-${at.clockMs}`,
          incident_id: id,
          status: "identified",
          body: JSON.stringify({ en: "We found it." }),
          created_at: now,
          updated_at: now,
          display_at: now,
          affected: "[]",
        })
        .execute();
    }
    await eventually("all was told", async () => {
      const untold = await at.db
        .selectFrom("incident_updates")
        .select("id")
        .where("notified_at", "is", null)
        .execute();
      return untold.length === 0;
    });
    const queued = await at.db
      .selectFrom("outbox")
      .innerJoin("incident_updates", "incident_updates.id", "outbox.incident_update_id")
      .select("incident_updates.incident_id")
      .orderBy("incident_updates.incident_id")
      .execute();
    return queued.map(({ incident_id }) => incident_id);
  };

  const confirm = async (address: string, wish: object, count = 1): Promise<void> => {
    expect((await at.signUp({ channel: "email", address, ...wish })).status).toBe(202);
    const link = linkIn((await at.mailTo(address, count)).text);
    await at.post(link, form, "");
  };

  shortTest("is told of that one alone, and its mail and pages name it", async () => {
    expect(
      (await at.signUp({ channel: "email", address: "one@example.com", incident: "inc-1" })).status,
    ).toBe(202);
    const mail = await at.mailTo("one@example.com");
    expect(mail.text).toContain("Only this: Speech is slow");
    const link = linkIn(mail.text);
    expect(await (await at.get(link)).text()).toContain("Only this: Speech is slow");
    await at.post(link, form, "");
    const manage = await (await at.get(link.replace(/\/confirm$/, ""))).text();
    expect(manage).toContain("Speech is slow");
    expect(manage).not.toContain('name="components"');
    expect(await sayMore()).toEqual(["inc-1"]);
  });

  shortTest("stands beside one to everything that nobody confirmed", async () => {
    await confirm("half@example.com", { incident: "inc-1" });
    expect((await at.signUp({ channel: "email", address: "half@example.com" })).status).toBe(202);
    expect(await sayMore()).toEqual(["inc-1"]);
  });

  longTest("stands beside one to everything, which is told of each once", async () => {
    await confirm("everything@example.com", { incident: "inc-1" });
    await confirm("everything@example.com", {}, 2);
    expect(await at.rows()).toHaveLength(2);
    expect(await sayMore()).toEqual(["inc-1", "inc-2"]);
  });

  longTest("stands beside one to components that it does not touch", async () => {
    await confirm("docs@example.com", { incident: "inc-2" });
    await confirm("docs@example.com", { components: ["docs"] }, 2);
    expect(await sayMore()).toEqual(["inc-2"]);
  });

  shortTest("is refused where there is no such incident, or it is over", async () => {
    await at.db
      .updateTable("incidents")
      .set({ status: "resolved", resolved_at: new Date(at.clockMs) })
      .where("id", "=", "inc-2")
      .execute();
    await moveRevision(at.db, at.clockMs);
    await eventually("it is known to be over", async () => {
      const page = await (await at.get("/page.json")).text();
      return page.includes('"status":"resolved"');
    });
    for (const incident of ["nothing", "inc-2", 7]) {
      const answer = await at.signUp({ channel: "email", address: "a@example.com", incident });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        error: { code: "invalid_incident", param: "incident" },
      });
    }
  });

  shortTest(
    "the page of an incident leads to a form for it alone, in either language",
    async () => {
      const page = await (await at.get("/incidents/inc-1?lang=tr")).text();
      expect(page).toContain('href="/subscribe?incident=inc-1"');
      const subscribe = await (await at.get("/subscribe?incident=inc-1&lang=tr")).text();
      expect(subscribe).toContain("Seslendirme yavaş");
      expect(subscribe).toMatch(/<input type="hidden" name="incident" value="inc-1"/);
      expect(subscribe).not.toContain('name="components"');
      expect(subscribe).toContain("/subscribe?channel=slack&amp;incident=inc-1");
    },
  );

  shortTest("is forgotten a month after the incident is over", async () => {
    await confirm("forgotten@example.com", { incident: "inc-1" });
    await at.db
      .updateTable("incidents")
      .set({ status: "resolved", resolved_at: new Date(at.clockMs) })
      .where("id", "=", "inc-1")
      .execute();
    await forgetWhatIsOver(at.db, at.clockMs + 29 * dayMs);
    expect(await at.rows()).toHaveLength(1);
    await forgetWhatIsOver(at.db, at.clockMs + 31 * dayMs);
    expect(await at.rows()).toEqual([]);
  });
});
