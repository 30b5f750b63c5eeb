import { symlink } from "node:fs/promises";
import path from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { OpenDatabase } from "#database/open-database.ts";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { readCommandLine } from "#service/command/command-line.ts";
import { maskedAddress } from "#status-api/admin/masked-address.ts";
import { type StatusApi, startStatusApi } from "#status-api/server.ts";

import { askJson, type Json } from "../../support/ask-json.ts";
import {
  describeWithOneUnmigrated,
  type EmptyDatabase,
} from "../../support/databases/every-database.ts";
import { loadOldDatabase, readOld } from "../../support/databases/old-databases.ts";
import { eventually } from "../../support/eventually.ts";
import { testModels } from "../../support/program.ts";
import {
  fixtureClip,
  speechRequest,
  type SpeechService,
  startSpeechService,
} from "../../support/service/speech-service.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";

/** When the old release was asked. */
const requestedAtMs = Date.parse("2026-11-20T15:20:00Z");
const adminToken = "admin-token-of-whoever-upgrades";

/** Intended differences from the old answer, by the path of the document. */
const meantToDiffer: Readonly<Record<string, (old: unknown) => unknown>> = {
  // A maintenance may repeat; none of before does.
  "/admin/maintenances?limit=100": (old) => {
    const { data, ...rest } = old as { data: object[] };
    return { ...rest, data: data.map((maintenance) => ({ ...maintenance, repeats: null })) };
  },
  // A subscription may be to one incident alone; those of before are to the whole page. Addresses are told in part.
  "/admin/subscribers": (old) => {
    const { data, ...rest } = old as { data: { address: string }[] };
    const now = data.map((subscriber) => ({
      ...subscriber,
      incident: null,
      address: maskedAddress(subscriber.address),
    }));
    return { ...rest, data: now };
  },
  // A person may ask for a run; nobody did before.
  "/admin/evidence?component=tts": withoutRequestedRuns,
  "/admin/evidence?component=stt-file": withoutRequestedRuns,
  // Who acts may be vouched for by another system; nobody was before.
  "/admin/audit-log?limit=100": (old) => {
    const { data, ...rest } = old as { data: object[] };
    return { ...rest, data: data.map((entry) => ({ ...entry, vouched_by: null })) };
  },
};

function withoutRequestedRuns(old: unknown): unknown {
  const { data, ...rest } = old as { data: object[] };
  return { ...rest, data: data.map((run) => ({ ...run, asked: false })) };
}

interface OldDocument {
  readonly path: string;
  readonly document: unknown;
}
const documents = (await readOld("status-documents.jsonl"))
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as OldDocument);

describeWithOneUnmigrated("a status database of dc44328", (empty) => {
  let status: OpenDatabase<StatusDatabase>;
  let api: StatusApi;
  beforeAll(async () => {
    const place = await empty();
    await loadOldDatabase("status", place);
    status = await openStatusDatabase(place);
    api = await startStatusApi({
      db: status.db,
      host: "127.0.0.1",
      port: 0,
      adminToken,
      logger: pino({ level: "silent" }),
      nowMs: () => requestedAtMs,
    });
    await eventually("it is served", async () => (await fetch(new URL("/readyz", api.url))).ok);
  });
  afterAll(async () => {
    await api.stop();
    await status.close();
  });

  const get = async (address: string): Promise<string> => {
    const headers = address.startsWith("/admin") ? { authorization: `Bearer ${adminToken}` } : {};
    const answer = await fetch(new URL(address, api.url), { headers });
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    return answer.text();
  };

  test.for(documents)("is answered from as before: $path", async ({ path: address, document }) => {
    const text = await get(address);
    const now: unknown = address.endsWith(".csv") ? text : JSON.parse(text);
    expect(now).toEqual(meantToDiffer[address]?.(document) ?? document);
  });

  test("has each of its incidents on a page of its own, told in both languages", async () => {
    const listed = documents.filter(({ path: address }) =>
      /^\/admin\/(?:incidents|maintenances)\?/.test(address),
    );
    const events = listed.flatMap(({ document }) => (document as { data: ListedEvent[] }).data);
    expect(events).toHaveLength(12);
    for (const { id, name, name_tr, updates } of events) {
      const english = visible(await get(`/incidents/${id}?lang=en`));
      const turkish = visible(await get(`/incidents/${id}?lang=tr`));
      expect(english).toContain(visible(name));
      expect(turkish).toContain(visible(name_tr ?? name));
      for (const { body, body_tr } of updates) {
        for (const line of body.split("\n\n")) expect(english).toContain(visible(line));
        for (const line of (body_tr ?? body).split("\n\n"))
          expect(turkish).toContain(visible(line));
      }
    }
  });

  test("keeps every row that nothing else shows", async () => {
    const { db } = status;
    const count = async (table: "observations" | "hourly_figures" | "outbox" | "evidence_audio") =>
      Number(
        (
          await db
            .selectFrom(table)
            .select((query) => query.fn.countAll().as("rows"))
            .executeTakeFirstOrThrow()
        ).rows,
      );
    expect({
      observations: await count("observations"),
      hourly_figures: await count("hourly_figures"),
      outbox: await count("outbox"),
      evidence_audio: await count("evidence_audio"),
    }).toEqual({ observations: 371, hourly_figures: 627, outbox: 98, evidence_audio: 3 });
    const waiting = await db
      .selectFrom("outbox")
      .innerJoin("subscribers", "subscribers.id", "outbox.subscriber_id")
      .select(["outbox.id", "channel"])
      .where("delivered_at", "is", null)
      .where("given_up_at", "is", null)
      .execute();
    // All was delivered or given up: after the upgrade nobody is told anything a second time.
    expect(waiting).toEqual([]);
  });
});

interface ListedEvent {
  readonly id: string;
  readonly name: string;
  readonly name_tr: string | null;
  readonly updates: readonly { readonly body: string; readonly body_tr: string | null }[];
}

/** Keys name who made them, which nobody wrote down before; unfinished jobs have a limit. */
function withWhatCameSince(old: unknown): unknown {
  const { object, data, ...rest } = old as { object: string; data: { id?: string }[] };
  if (object === "limits") {
    const jobs = { name: "unfinished-jobs", value: 100, default: 100, is_own: false };
    return { ...rest, object, data: [...data, jobs] };
  }
  const isKey = (entry: { id?: string }) => entry.id?.startsWith("key_") === true;
  const now = data.map((entry) =>
    isKey(entry) ? { ...entry, made_by: null, made_in: null } : entry,
  );
  return { ...rest, object, data: now };
}

/** A text or a page as it is read: without markup, quotes of any kind alike. */
function visible(text: string): string {
  return text
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<[^>]+>/g, "")
    .replace(/&#39;|&quot;|["'’“”]/g, "'")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");
}

interface OldAnswers {
  readonly keys: Readonly<Record<"ada" | "mobile" | "revoked" | "veli", string>>;
  readonly password: string;
  /** The cookie of a session. */
  readonly session: string;
  readonly voice: Json;
  /** By the path, asked with Ada's key, or the account command. */
  readonly documents: Readonly<Record<string, unknown>>;
}
const old = JSON.parse(await readOld("service-answers.json")) as OldAnswers;

describeWithOneUnmigrated("a service database of dc44328", (empty) => {
  let commands: Record<string, unknown>;
  let models: TemporaryDirectory;
  let service: SpeechService;
  beforeAll(async () => {
    const place = await empty("service");
    await loadOldDatabase("service", place);
    commands = await commandAnswers(place);
    models = await temporaryDirectory("models");
    const model = "synth-v2";
    await symlink(path.join(testModels, model), path.join(models.path, model));
    service = await startSpeechService({
      DATA_DIR: place.dataDirectory,
      SPEECH_MODELS_DIR: models.path,
      ...(place.url !== undefined && { SERVICE_DATABASE_URL: place.url }),
    });
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await models[Symbol.asyncDispose]();
  });

  const ask = (credential: string, address: string, body?: unknown, headers = {}) =>
    askJson(new URL(address, service.url), {
      credential,
      method: body === undefined ? "GET" : "POST",
      body,
      headers,
    });

  test("lets in whom it let in, and nobody else", async () => {
    const answers = Object.entries(old.keys).map(async ([name, key]) => [
      name,
      (await ask(key, "/v1/limits")).status,
    ]);
    expect(Object.fromEntries(await Promise.all(answers))).toEqual({
      ada: 200,
      mobile: 200,
      revoked: 401,
      veli: 200,
    });
    const headers = { cookie: old.session };
    const dashboard = await fetch(new URL("/dashboard", service.url), { headers });
    expect(await dashboard.text()).toContain("ada@example.com");
    const signedIn = await fetch(new URL("/dashboard/sign-in", service.url), {
      method: "POST",
      redirect: "manual",
      headers: { origin: service.url },
      body: new URLSearchParams({ email: "ada@example.com", password: old.password }),
    });
    expect([signedIn.status, signedIn.headers.get("location")]).toEqual([303, "/dashboard"]);
  });

  test.for(Object.keys(old.documents).filter((name) => name.startsWith("/")))(
    "is answered from as before: %s",
    async (name) => {
      const [address = "", who = "ada"] = name.split(" of ");
      const { body } = await ask(who === "veli" ? old.keys.veli : old.keys.ada, address);
      expect(body).toEqual(old.documents[name]);
    },
  );

  test("has the accounts, keys and limits that its command showed", () => {
    const shown = Object.entries(old.documents)
      .filter(([command]) => command.startsWith("accounts "))
      .map(([command, answer]) => [command, withWhatCameSince(answer)]);
    expect(commands).toEqual(Object.fromEntries(shown));
  });

  test("counts on in the quota", async () => {
    const { body } = await ask(old.keys.ada, "/v1/limits");
    const quota = body["quota"] as { characters: { limit: number } };
    expect(quota.characters.limit).toBe(250_000);
  });

  describe("with a cloned voice", () => {
    test("speaks with it", async () => {
      const spoken = await fetch(new URL("/v1/audio/speech", service.url), {
        ...speechRequest({ model: "synth-v2", voice: old.voice["id"], input: "Bu benim sesim." }),
        headers: {
          authorization: `Bearer ${old.keys.ada}`,
          "content-type": "application/json",
        },
      });
      expect(spoken.status).toBe(200);
      expect((await spoken.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
    });

    test("answers the request that made it, when it comes again, with the same voice", async () => {
      const form = new FormData();
      const { wav } = await fixtureClip();
      form.append("reference_audio", new Blob([Buffer.from(wav)]), "recording.wav");
      for (const [field, value] of Object.entries({
        consent: "true",
        name: "Ada",
        description: "Ada'nın sesi",
      })) {
        form.append(field, value);
      }
      const { body } = await ask(old.keys.ada, "/v1/voices", form, {
        "idempotency-key": "voice-1",
      });
      expect(body).toEqual(old.voice);
    });
  });
});

/** Answers of the account command to the requests that the old one was given. */
async function commandAnswers(place: EmptyDatabase): Promise<Record<string, unknown>> {
  await using database = await openServiceDatabase(place);
  const answers: Record<string, unknown> = {};
  for (const command of Object.keys(old.documents).filter((one) => one.startsWith("accounts "))) {
    const line = readCommandLine(command.split(" ").slice(1));
    if ("help" in line) throw new Error(`${command} asks for help`);
    const { db } = database;
    answers[command] = await line.run({ db, now: new Date(), password: undefined });
  }
  return answers;
}
