import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import { longDescribe, longTest, shortTest } from "../../support/lengths.ts";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { momentMark } from "#monitor/domain/text-moments.ts";
import { readRevision } from "#monitor/store/revision.ts";

import { storeConfiguration } from "../../../probes/monitor-file/configuration-store.ts";
import { keepInBounds } from "../../../probes/results/retention.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import {
  intervalsOf,
  minuteMs,
  ScriptedProbing,
  startMs,
  statusesNow,
} from "../../support/probes/scripted-probing.ts";

describeWithOneDatabase("the recorder", (empty) => {
  let status: OpenDatabase<StatusDatabase>;
  beforeAll(async () => void (status = await openStatusDatabase(await empty())));
  afterAll(() => status.close());
  beforeEach(() => emptyStatusTables(status.db));

  const everyMinute = { id: "web", groupId: "group-web" };
  const sevenComponents = ["stt-file", "stt-stream", "tts", "web", "docs", "dashboard", "demo"].map(
    (id, index) => ({ id, groupId: index < 3 ? "group-api" : "group-web" }),
  );
  const all = (letters: string): Record<string, string> =>
    Object.fromEntries(sevenComponents.map(({ id }) => [id, letters]));

  async function incidentsNow() {
    return status.db.selectFrom("incidents").selectAll().orderBy("created_at").execute();
  }

  describe("intervals", () => {
    shortTest("begin operational with the first observation that passes", async () => {
      const probing = new ScriptedProbing(status.db, [everyMinute]);
      await probing.start();
      expect(await intervalsOf(status.db, "web")).toEqual([]);
      await probing.play({ web: "o" });
      expect(await intervalsOf(status.db, "web")).toEqual(["operational 0-"]);
    });

    shortTest("change after two slots in a row, dated to the first of them", async () => {
      const probing = new ScriptedProbing(status.db, [everyMinute]);
      await probing.start();
      await probing.play({ web: "oofofffoofoo" });
      expect(await intervalsOf(status.db, "web")).toEqual([
        "operational 0-4",
        "major_outage 4-7",
        "operational 7-",
      ]);
    });

    longTest(
      "are degraded while the 95th percentile of a check's runs is above its limit",
      async () => {
        const slowP95 = { limitMs: 12_000, windowMs: 20 * minuteMs };
        const probing = new ScriptedProbing(status.db, [{ ...everyMinute, slowP95 }]);
        await probing.start();
        await probing.play({ web: `${"o".repeat(20)}soooos${"o".repeat(16)}` });
        expect(await intervalsOf(status.db, "web")).toEqual([
          "operational 0-25",
          "degraded_performance 25-40",
          "operational 40-",
        ]);
        const degraded = status.db
          .selectFrom("component_states")
          .select("reason")
          .where("status", "=", "degraded_performance");
        expect(await degraded.executeTakeFirst()).toEqual({ reason: "slow_p95" });
      },
    );

    shortTest(
      "are unknown once a check of the component has had its time and gave no verdict",
      async () => {
        const probing = new ScriptedProbing(status.db, [everyMinute, { id: "sign-in" }]);
        await probing.start();
        await status.db
          .updateTable("checks")
          .set({ component_id: "web" })
          .where("id", "=", "sign-in")
          .execute();
        await probing.play({ web: "ooooo", "sign-in": "ppppp" });
        expect(await intervalsOf(status.db, "web")).toEqual(["operational 0-3", "unknown 3-"]);
        await probing.play({ web: "oo", "sign-in": "oo" });
        expect(await statusesNow(status.db)).toEqual({ web: "operational" });
      },
    );

    shortTest("take the worst of a component's checks, each with its impact", async () => {
      const probing = new ScriptedProbing(status.db, [
        { ...everyMinute, impact: "partial_outage" },
      ]);
      await probing.start();
      await probing.play({ web: "oddffoo" });
      expect(await intervalsOf(status.db, "web")).toEqual([
        "operational 0-1",
        "degraded_performance 1-3",
        "partial_outage 3-5",
        "operational 5-",
      ]);
    });

    shortTest(
      "are unknown from three periods after the last observation, also after a kill",
      async () => {
        const probing = new ScriptedProbing(status.db, [everyMinute]);
        await probing.start();
        await probing.play({ web: "oo" });
        // Nothing runs for an hour: no prober, so nothing is written either.
        probing.nowMs += 60 * minuteMs;
        expect(await intervalsOf(status.db, "web")).toEqual(["operational 0-"]);
        const { known_until } = await status.db
          .selectFrom("components")
          .select("known_until")
          .executeTakeFirstOrThrow();
        expect(known_until).toEqual(new Date(startMs + minuteMs + 3 * minuteMs));

        await probing.start();
        const knownUntil = "4";
        expect(await intervalsOf(status.db, "web")).toEqual([
          `operational 0-${knownUntil}`,
          `unknown ${knownUntil}-`,
        ]);
        await probing.play({ web: "o" });
        expect(await intervalsOf(status.db, "web")).toEqual([
          `operational 0-${knownUntil}`,
          `unknown ${knownUntil}-62`,
          "operational 62-",
        ]);
      },
    );

    shortTest("stay whole over a short pause, as after a restart", async () => {
      const probing = new ScriptedProbing(status.db, [everyMinute]);
      await probing.start();
      await probing.play({ web: "oo..oo" });
      await probing.start();
      await probing.play({ web: "oo" });
      expect(await intervalsOf(status.db, "web")).toEqual(["operational 0-"]);
    });

    shortTest("do not count the prober's own errors as outage, but as not observed", async () => {
      const probing = new ScriptedProbing(status.db, [everyMinute]);
      await probing.start();
      await probing.play({ web: "oopppppp" });
      expect(await intervalsOf(status.db, "web")).toEqual(["operational 0-4", "unknown 4-"]);
      expect(await incidentsNow()).toEqual([]);
    });

    longTest("never overlap and touch each other, whatever is observed", async () => {
      const probing = new ScriptedProbing(status.db, [everyMinute]);
      await probing.start();
      await probing.play({ web: "ofdo..ffpodf....dfofdpppppooffd.....ffooffpfo" });
      const rows = await status.db
        .selectFrom("component_states")
        .selectAll()
        .orderBy("from_at")
        .execute();
      expect(rows.length).toBeGreaterThan(5);
      for (const [index, row] of rows.entries()) {
        expect(row.to_at).toEqual(rows[index + 1]?.from_at ?? null);
        expect(rows[index + 1]?.status).not.toBe(row.status);
      }
    });
  });

  longDescribe("an outage of everything", () => {
    longTest("is one incident, resolved after three minutes of health", async () => {
      const probing = new ScriptedProbing(status.db, sevenComponents);
      await probing.start();
      await probing.play(all("ooof"));
      expect(await incidentsNow()).toEqual([]);
      await probing.play(all("f"));
      expect(new Set(Object.values(await statusesNow(status.db)))).toEqual(
        new Set(["major_outage"]),
      );
      const [incident, ...others] = await incidentsNow();
      expect(others).toEqual([]);
      expect(incident).toMatchObject({
        automatic: true,
        status: "investigating",
        impact: "critical",
        group_id: null,
        started_at: new Date(startMs + 3 * minuteMs),
        resolved_at: null,
      });

      await probing.play(all("fffoo"));
      expect(await incidentsNow()).toMatchObject([{ status: "monitoring" }]);
      await probing.play(all("oo"));
      expect(await incidentsNow()).toMatchObject([
        {
          status: "resolved",
          monitoring_at: new Date(startMs + 8 * minuteMs),
          resolved_at: new Date(startMs + 11 * minuteMs),
        },
      ]);
      for (const { id } of sevenComponents) {
        expect(await intervalsOf(status.db, id)).toEqual([
          "operational 0-3",
          "major_outage 3-8",
          "operational 8-",
        ]);
      }
    });

    longTest(
      "tells each component's changes once, in both languages, those of one minute together",
      async () => {
        const probing = new ScriptedProbing(status.db, sevenComponents);
        await probing.start();
        await probing.play(all("offffooooo"));
        const updates = await status.db
          .selectFrom("incident_updates")
          .selectAll()
          .orderBy("display_at")
          .execute();
        const at = (minute: number) => momentMark("time", startMs + minute * minuteMs);
        const since = momentMark("since", startMs + minuteMs);
        expect(updates.filter(({ status: stage }) => stage === "investigating")[0]).toMatchObject({
          body: { en: `Seven services are not responding (since ${since}). We're investigating.` },
          created_at: new Date(startMs + 2 * minuteMs + 20_000),
        });
        expect(updates.at(-1)?.body["en"]).toBe(
          `This incident is resolved. Duration: 4 min (${at(1)} – ${at(5)}).`,
        );
        expect(updates.at(-1)?.body["tr"]).toBe(
          `Bu olay çözüldü. Süre: 4 dk (${at(1)} – ${at(5)}).`,
        );
        const changes = updates.flatMap(({ affected }) =>
          affected.map(({ code, old_status, new_status }) => `${code} ${old_status} ${new_status}`),
        );
        expect(changes.toSorted()).toEqual(
          sevenComponents
            .flatMap(({ id }) => [
              `${id} operational major_outage`,
              `${id} major_outage operational`,
            ])
            .toSorted(),
        );
      },
    );

    longTest("that comes back within half an hour reopens the same incident", async () => {
      const probing = new ScriptedProbing(status.db, sevenComponents);
      await probing.start();
      await probing.play(all("offooooooo"));
      await probing.play(all("ooooooffff"));
      const [incident, ...others] = await incidentsNow();
      expect(others).toEqual([]);
      expect(incident).toMatchObject({ status: "investigating", resolved_at: null });
    });
  });

  longTest("an outage of everything after outages of some is one incident of its own", async () => {
    const three = sevenComponents.filter(({ id }) => ["stt-file", "tts", "web"].includes(id));
    const probing = new ScriptedProbing(status.db, three);
    await probing.start();
    await probing.play({ "stt-file": "ooooooo", tts: "ooooooo", web: "offoooo" });
    await probing.play({ "stt-file": "ooooooo", tts: "offoooo", web: "ooooooo" });
    expect(await incidentsNow()).toMatchObject([{ status: "resolved" }, { status: "resolved" }]);
    await probing.play({ "stt-file": "offoooo", tts: "offoooo", web: "offoooo" });
    const [, , outage, ...others] = await incidentsNow();
    expect(others).toEqual([]);
    expect(outage).toMatchObject({
      status: "resolved",
      impact: "critical",
      started_at: new Date(startMs + 15 * minuteMs),
    });
    const members = await status.db
      .selectFrom("incident_components")
      .select("component_id")
      .where("incident_id", "=", outage?.id ?? "")
      .execute();
    expect(members).toHaveLength(three.length);
  });

  shortTest("waits for every live location and decides by their majority", async () => {
    const probing = new ScriptedProbing(status.db, [everyMinute]);
    await probing.start();
    const locations = ["a", "b", "c"];
    const play = async (letters: readonly string[]): Promise<void> => {
      for (const location of locations) {
        await status.db
          .insertInto("probers")
          .values({
            id: location,
            location,
            started_at: new Date(startMs),
            last_seen_at: new Date(probing.nowMs),
          })
          .onConflict((conflict) =>
            conflict.column("id").doUpdateSet({ last_seen_at: new Date(probing.nowMs) }),
          )
          .execute();
      }
      const atMs = probing.nowMs;
      for (const [index, location] of locations.entries()) {
        probing.nowMs = atMs;
        await probing.play({ web: letters[index] ?? "." }, location);
      }
    };
    await play(["o", "o", "o"]);
    for (let slot = 0; slot < 3; slot += 1) await play(["f", "o", "o"]);
    expect(await statusesNow(status.db)).toEqual({ web: "operational" });
    for (let slot = 0; slot < 2; slot += 1) await play(["f", "f", "o"]);
    expect(await intervalsOf(status.db, "web")).toEqual(["operational 0-4", "major_outage 4-"]);
  });

  shortTest("moves the revision on with every observation", async () => {
    const number = async (): Promise<number> => (await readRevision(status.db)).number;
    const probing = new ScriptedProbing(status.db, [everyMinute]);
    await probing.start();
    const before = await number();
    await probing.play({ web: "ooo" });
    expect(await number()).toBe(before + 3);
    await probing.passTime();
    expect(await number()).toBe(before + 3);
  });

  shortTest(
    "keeps the history of what left the configuration, and leaves a gap until it is back",
    async () => {
      const docs = { id: "docs", groupId: "group-web" };
      const probing = new ScriptedProbing(status.db, [everyMinute, docs]);
      await probing.start();
      await probing.play({ web: "oo", docs: "oo" });
      const alone = new ScriptedProbing(status.db, [everyMinute]);
      await storeConfiguration(status.db, alone.configuration, probing.nowMs);
      alone.nowMs = probing.nowMs;
      await alone.play({ web: "oooooo" });
      expect(await intervalsOf(status.db, "docs")).toEqual(["operational 0-2"]);

      const again = new ScriptedProbing(status.db, [everyMinute, docs]);
      again.nowMs = alone.nowMs;
      await again.start();
      await again.play({ web: "o", docs: "o" });
      expect(await intervalsOf(status.db, "docs")).toEqual(["operational 0-2", "operational 8-"]);
    },
  );

  shortTest(
    "keeps a day's observations until its last is ninety days old, then drops the day",
    async () => {
      const probing = new ScriptedProbing(status.db, [everyMinute]);
      await probing.start();
      await probing.play({ web: "ooo" });
      const dayMs = 24 * 60 * minuteMs;
      const left = async (): Promise<number> =>
        (await status.db.selectFrom("observations").select("slot").execute()).length;
      const midnightMs = Math.floor(startMs / dayMs) * dayMs;
      await keepInBounds(status.db, midnightMs + 91 * dayMs - 1);
      expect(await left()).toBe(3);
      await keepInBounds(status.db, midnightMs + 91 * dayMs);
      expect(await left()).toBe(0);
      // What comes late of that day is taken nevertheless.
      probing.nowMs = startMs + 5 * minuteMs;
      await probing.play({ web: "oo" });
      expect(await left()).toBe(2);
    },
  );
});
