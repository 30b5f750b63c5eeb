import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { adminToken as tokenOf } from "#status-api/settings/admin-token.ts";

import { adminToken, useAdminApi } from "../../support/status-api/admin-api.ts";
import {
  adminClient,
  type AdminAnswer,
  messageOf,
  refusalOf,
} from "../../support/status-api/admin-client.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { minuteMs, startMs } from "../../support/probes/scripted-probing.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const minuteOf = (minute: number): Date => new Date(startMs + minute * minuteMs);
const dataOf = ({ body }: AdminAnswer) => body["data"] as readonly Record<string, unknown>[];

describeWithOneDatabase("the admin API", (empty) => {
  const setting = useAdminApi(empty);

  describe("lets in", () => {
    test("those alone who send the token, always, and slows an address that guesses", async () => {
      const { url, probing, ask } = setting();
      // An hour apart from the other tests, which have the same address.
      probing.nowMs += 60 * minuteMs;
      const guess = adminClient(() => url, "a-guess-of-the-token");
      expect((await ask("GET", "/incidents")).status).toBe(200);
      const withoutToken = await fetch(new URL("/admin/incidents", url));
      expect(withoutToken.status).toBe(401);
      expect(withoutToken.headers.get("www-authenticate")).toBe("Bearer");
      for (let count = 0; count < 10; count += 1) {
        expect(refusalOf(await guess("GET", "/nothing"))).toEqual([401, "unauthorized", null]);
      }
      const slowed = await guess("POST", "/incidents", {});
      expect(refusalOf(slowed)).toEqual([429, "too_many_attempts", null]);
      expect(slowed.headers.get("retry-after")).toBe("60");
      expect((await ask("GET", "/incidents")).status).toBe(200);
      expect((await guess("GET", "/nothing")).status).toBe(429);
      // The console counts with it: a guesser has no second set of tries.
      const signIn = await fetch(new URL("/console/sign-in", url), {
        method: "POST",
        body: new URLSearchParams({ token: "another-guess", name: "Somebody" }),
        redirect: "manual",
      });
      expect(signIn.status).toBe(429);
      probing.nowMs += minuteMs;
      expect((await guess("GET", "/nothing")).status).toBe(401);
    });

    test("no address that cannot be read, which it refuses as all else", async () => {
      const { ask } = setting();
      for (const id of ["%ff", "a".repeat(200)]) {
        const answer = await ask("GET", `/incidents/${id}`);
        expect(refusalOf(answer)).toEqual([400, "invalid_request", null]);
      }
    });

    test("no text with U+0000 or half a surrogate pair in it, and no number without end, which it refuses by the field's name", async () => {
      const { ask } = setting();
      const refusals = [
        ["id", await ask("GET", "/evidence/a%00b")],
        ["id", await ask("DELETE", "/subscribers/a%00b")],
        ["before", await ask("GET", "/incidents?before=a%00b")],
        ["subject", await ask("GET", "/audit-log?subject=a%00b")],
        ["before", await ask("GET", "/audit-log?before=1e308")],
        [
          "name",
          await ask("POST", "/incidents", {
            name: "a\0b",
            impact: "minor",
            body: "b",
            components: [],
          }),
        ],
        [
          "body_tr",
          await ask("POST", "/incidents", {
            name: "a",
            impact: "minor",
            body: "b",
            body_tr: "a\ud800",
            components: [],
          }),
        ],
      ] as const;
      for (const [field, answer] of refusals) {
        expect(refusalOf(answer)).toEqual([400, "invalid_field", field]);
      }
    });

    test("no other page: it has no CORS, and nothing keeps its answers", async () => {
      const { url, ask } = setting();
      const headers = { origin: "https://elsewhere.example" };
      const preflight = await fetch(new URL("/admin/incidents", url), {
        method: "OPTIONS",
        headers: { ...headers, "access-control-request-method": "POST" },
      });
      expect(preflight.status).toBe(401);
      expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
      const answer = await ask("GET", "/incidents", undefined, headers);
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
      expect(answer.headers.get("cache-control")).toBe("no-store");
    });
  });

  test("takes long texts, which the routes for readers do not, and not endless ones", async () => {
    const { ask, url } = setting();
    const incident = { name: "Long", impact: "none", components: [], body: "x".repeat(10_000) };
    expect((await ask("POST", "/incidents", incident)).status).toBe(201);
    const endless = await ask("POST", "/incidents", { ...incident, body: "x".repeat(70_000) });
    expect(refusalOf(endless)).toEqual([413, "body_too_large", null]);
    const elsewhere = await fetch(new URL("/api/v2/status.json", url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text: "x".repeat(2_000) }),
    });
    expect(elsewhere.status).toBeGreaterThanOrEqual(400);
  });

  test("refuses what is no JSON, an unknown address and a header it cannot keep", async () => {
    const { ask, url } = setting();
    const post = (body: string, type: string) =>
      fetch(new URL("/admin/incidents", url), {
        method: "POST",
        headers: { authorization: `Bearer ${adminToken}`, "content-type": type },
        body,
      });
    expect((await post("{", "application/json")).status).toBe(400);
    expect((await post("name=x", "application/x-www-form-urlencoded")).status).toBe(415);
    const list = await ask("POST", "/incidents", []);
    expect(refusalOf(list)).toEqual([400, "invalid_request", null]);
    expect(refusalOf(await ask("GET", "/nothing"))).toEqual([404, "not_found", null]);
    expect(refusalOf(await ask("GET", "/incidents?limit=0"))).toEqual([
      400,
      "invalid_field",
      "limit",
    ]);
    const incident = { name: "N", impact: "none", components: [], body: "B" };
    const nobody = await ask("POST", "/incidents", incident, { "x-actor": "x".repeat(101) });
    expect(refusalOf(nobody)).toEqual([400, "invalid_field", "x-actor"]);
  });

  test("lists subscribers without what opens their subscriptions, and ends them once", async () => {
    const { db, ask } = setting();
    const subscriber = {
      language: "en",
      created_at: minuteOf(0),
      confirmed_at: minuteOf(1),
    } as const;
    await db
      .insertInto("subscribers")
      .values([
        {
          ...subscriber,
          id: "mail",
          channel: "email",
          address: "a@example.com",
          token: "secret-1",
        },
        {
          ...subscriber,
          id: "hook",
          channel: "webhook",
          address: "https://example.com/hook",
          token: "secret-2",
          signing_secret: "secret-3",
          created_at: minuteOf(2),
          components: JSON.stringify(["web"]),
        },
      ])
      .execute();
    await db
      .insertInto("outbox")
      .values(
        ["hook", "mail"].map((id) => {
          return { subscriber_id: id, queued_at: minuteOf(2), due_at: minuteOf(2) };
        }),
      )
      .execute();
    const listed = await ask("GET", "/subscribers");
    expect(dataOf(listed).map(({ id }) => id)).toEqual(["hook", "mail"]);
    expect(dataOf(listed)[0]).toMatchObject({ channel: "webhook", components: ["web"] });
    expect(JSON.stringify(listed.body)).not.toContain("secret");

    const removed = await ask("DELETE", "/subscribers/hook");
    expect(removed.body).toMatchObject({
      ended_why: "removed",
      ended_at: minuteOf(0).toISOString(),
    });
    expect((await ask("DELETE", "/subscribers/hook")).body).toEqual(removed.body);
    const waiting = db
      .selectFrom("outbox")
      .select("subscriber_id")
      .where("given_up_at", "is", null);
    expect(await waiting.execute()).toEqual([{ subscriber_id: "mail" }]);
    expect(dataOf(await ask("GET", "/subscribers?status=active"))).toMatchObject([{ id: "mail" }]);
    expect(dataOf(await ask("GET", "/audit-log"))).toMatchObject([
      { action: "subscriber.remove", subject: "hook" },
    ]);
    const stranger = await ask("DELETE", "/subscribers/nobody");
    expect(messageOf(stranger)).toBe("there is no subscriber nobody");
  });

  test("serves evidence by check, component and incident, and its audio as files", async () => {
    const { db, ask, url, probing } = setting();
    const run = { location: "here", attempt: 1, bytes: 4, passed: false } as const;
    const evidence = (id: string, componentId: string, minute: number) => ({
      ...run,
      id,
      check_id: `${componentId}-round-trip`,
      component_id: componentId,
      slot: minuteOf(minute),
      kept_at: minuteOf(minute),
      result: "failed" as const,
      reason: "wrong_text",
      facts: JSON.stringify({ expected: "merhaba", heard: "merhale" }),
    });
    await db
      .insertInto("evidence")
      .values([
        evidence("early", "web", 1),
        evidence("inside", "web", 5),
        evidence("other", "docs", 6),
        evidence("late", "web", 30),
      ])
      .execute();
    await db
      .insertInto("evidence_audio")
      .values({
        evidence_id: "inside",
        name: "sent",
        content_type: "audio/wav",
        content: Buffer.from("RIFF"),
      })
      .execute();
    probing.nowMs += 10 * minuteMs;
    const { body: incident } = await ask("POST", "/incidents", {
      name: "Wrong words",
      impact: "minor",
      body: "Heard.",
      components: ["web"],
      started_at: minuteOf(4).toISOString(),
    });
    await ask("POST", `/incidents/${String(incident["id"])}/resolve`);

    const idsOf = async (query: string) =>
      dataOf(await ask("GET", `/evidence${query}`)).map(({ id }) => id);
    expect(await idsOf("")).toEqual(["late", "other", "inside", "early"]);
    expect(await idsOf("?limit=2&before=late")).toEqual(["other", "inside"]);
    expect(await idsOf("?check=docs-round-trip")).toEqual(["other"]);
    expect(await idsOf("?component=web")).toEqual(["late", "inside", "early"]);
    expect(await idsOf(`?incident=${String(incident["id"])}`)).toEqual(["inside"]);
    expect(refusalOf(await ask("GET", "/evidence?incident=nothing"))).toEqual([
      404,
      "not_found",
      null,
    ]);

    const whole = await ask("GET", "/evidence/inside");
    expect(whole.body).toMatchObject({
      facts: { expected: "merhaba", heard: "merhale" },
      audio: [{ name: "sent", bytes: 4, path: "/admin/evidence/inside/audio/sent" }],
    });
    const headers = { authorization: `Bearer ${adminToken}` };
    const audio = await fetch(new URL("/admin/evidence/inside/audio/sent", url), { headers });
    expect(await audio.text()).toBe("RIFF");
    expect(audio.headers.get("content-type")).toBe("audio/wav");
    expect(audio.headers.get("content-disposition")).toBe(
      'attachment; filename="web-round-trip-20261121T1205-sent.wav"',
    );
    const none = await ask("GET", "/evidence/inside/audio/received");
    expect(refusalOf(none)).toEqual([404, "not_found", null]);
    const odd = await ask("GET", "/evidence/inside/audio/hummed");
    expect(messageOf(odd)).toBe("name takes sent, received");
  });

  test("pages the audit log backwards by its numbers", async () => {
    const { ask } = setting();
    for (const name of ["one", "two", "three"]) {
      await ask("POST", "/incidents", { name, impact: "none", components: [], body: "." });
    }
    const page = await ask("GET", "/audit-log?limit=2");
    expect(page.body["has_more"]).toBe(true);
    const last = dataOf(page).at(-1)?.["id"];
    const rest = await ask("GET", `/audit-log?limit=2&before=${String(last)}`);
    expect(dataOf(rest)).toMatchObject([{ after: { name: "one" } }]);
    expect(rest.body["has_more"]).toBe(false);
  });
});

describeWithOneDatabase("the admin token", (empty) => {
  let database: OpenDatabase<StatusDatabase>;
  beforeAll(async () => void (database = await openStatusDatabase(await empty())));
  afterAll(() => database.close());

  test("is made once, for its owner alone, unless it is set", async () => {
    await using directory = await temporaryDirectory("token");
    const dataDirectory = join(directory.path, "data");
    const unset = { adminToken: undefined, dataDirectory };
    const made = await tokenOf(unset, database.db);
    expect(made.length).toBeGreaterThanOrEqual(40);
    const file = join(dataDirectory, "status-admin-token");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readFile(file, "utf8")).trim()).toBe(made);
    expect(await tokenOf(unset, database.db)).toBe(made);
    const set = { adminToken: "as-it-was-set-here", dataDirectory };
    expect(await tokenOf(set, database.db)).toBe("as-it-was-set-here");
  });

  test("is one for all status APIs on a database, each with a directory of its own", async () => {
    await using directory = await temporaryDirectory("token");
    const of = (name: string) => ({
      adminToken: undefined,
      dataDirectory: join(directory.path, name),
    });
    const [one, other] = await Promise.all([
      tokenOf(of("one"), database.db),
      tokenOf(of("other"), database.db),
    ]);
    expect(other).toBe(one);
    const file = join(directory.path, "other", "status-admin-token");
    await writeFile(file, "the-token-of-before-it-was-shared");
    expect(await tokenOf(of("other"), database.db)).toBe(one);
    expect((await readFile(file, "utf8")).trim()).toBe(one);
  });

  test("is not made where nothing can be written, which is said in one line", async () => {
    await using directory = await temporaryDirectory("token");
    const dataDirectory = join(directory.path, "status-admin-token", "below-a-file");
    await tokenOf({ adminToken: undefined, dataDirectory: directory.path }, database.db);
    await expect(tokenOf({ adminToken: undefined, dataDirectory }, database.db)).rejects.toThrow(
      /^DATA_DIR: .* cannot be written \(ENOTDIR\); it takes [^\n]+$/,
    );
  });
});
