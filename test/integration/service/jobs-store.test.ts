import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { OpenDatabase } from "#database/open-database.ts";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { generateApiKey, hashSecret } from "#service/accounts/api-key.ts";
import { Encryption } from "#runtime/encryption.ts";
import { AccountStore } from "#service/accounts/store.ts";
import { ApiError } from "#service/contract/errors.ts";
import { LIMITS } from "#service/contract/limits.ts";
import type { JobEnd } from "#service/jobs/job.ts";
import { JobStore } from "#service/jobs/job-store.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";

const MAX_BYTES = 2 * LIMITS.jobs.bytes;
const LIMIT = 100;
const PROGRESS = { transcribedSeconds: 3, durationSeconds: 6 };
const FIELDS = {
  model: "transcribe-1",
  response_format: "json",
  temperature: 0,
  channels: "mixed",
  word_confidence: false,
} as const;
const WEBHOOK = { url: "https://example.com/hook?token=secret", secret: "whsec_c2VjcmV0" };
const DONE: JobEnd = {
  status: "succeeded",
  transcript: { contentType: "text/plain", text: "merhaba\n" },
  warnings: ["low_confidence"],
  durationSeconds: 6,
};

interface Owner {
  readonly accountId: string;
  readonly keyId: string;
}

describeWithOneDatabase("the jobs of accounts", (empty) => {
  let database: OpenDatabase<ServiceDatabase>;
  let store: JobStore;
  let number = 0;
  beforeAll(async () => {
    database = await openServiceDatabase(await empty("service"));
    store = new JobStore(database.db, new Encryption(["a secret"]), MAX_BYTES);
  });
  beforeEach(() => database.db.deleteFrom("jobs").execute());
  afterAll(() => database.close());

  async function newOwner(): Promise<Owner> {
    const accounts = new AccountStore(database.db);
    const { id } = await accounts.putAccount(`owner${++number}@example.com`, "x");
    const key = generateApiKey();
    await accounts.addKey(id, key, "a key");
    const found = await accounts.findKey(hashSecret(key));
    return { accountId: id, keyId: found?.id ?? "" };
  }

  function add({ accountId, keyId }: Owner, bytes = 0) {
    const addresses = { webhook: WEBHOOK };
    return store.add(accountId, { keyId, fields: FIELDS, addresses, bytes }, LIMIT);
  }

  async function opened(owner: Owner) {
    const { id } = await add(owner);
    return store.open(id, async () => undefined);
  }

  /** Ends the leases of all jobs, as time does. */
  const endLeases = () =>
    database.db
      .updateTable("jobs")
      .set({ due_at: sql<Date>`now()` })
      .where("due_at", "is not", null)
      .execute();

  test("a recording comes back as it was sent, and is gone when the job has ended", async () => {
    const owner = await newOwner();
    const sent = Buffer.from(Array.from({ length: 2_500_000 }, (_, at) => at % 251));
    const { id } = await add(owner, sent.length);
    await store.storeRecording(
      id,
      (async function* () {
        for (let at = 0; at < sent.length; at += 65_536) yield sent.subarray(at, at + 65_536);
      })(),
    );
    await store.open(id, async () => undefined);
    const job = (await store.take())!;
    const pieces: Uint8Array[] = [];
    for await (const piece of store.recording(job.id)) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(sent)).toBe(true);
    expect(await store.end(job, DONE)).toBe(true);
    await store.sweep();
    expect(await database.db.selectFrom("job_recordings").select("position").execute()).toEqual([]);
    expect(await store.transcript(id)).toEqual(DONE.transcript);
    expect((await store.standing()).bytes).toBe(0);
  });

  test("a job whose recording still arrives is neither taken nor listed, and counts", async () => {
    const owner = await newOwner();
    await add(owner);
    expect(await store.take()).toBeUndefined();
    const { items } = await store.list(owner.accountId, { limit: 10, order: "desc" });
    expect(items).toEqual([]);
    await expect(store.requireRoom(owner.accountId, 1)).rejects.toThrow(
      expect.objectContaining({ code: "job_limit_reached" }),
    );
  });

  test("the accounts take turns", async () => {
    const [one, other] = [await newOwner(), await newOwner()];
    const first = [await opened(one), await opened(one), await opened(one)];
    const later = await opened(other);
    const taken = [await store.take(), await store.take(), await store.take(), await store.take()];
    expect(taken.map((job) => job?.id)).toEqual([
      first[0]!.id,
      later.id,
      first[1]!.id,
      first[2]!.id,
    ]);
    expect(await store.take()).toBeUndefined();
  });

  test("a job is one process's until its lease ends, and ends once", async () => {
    await opened(await newOwner());
    const first = (await store.take())!;
    expect(await store.goOn(first, PROGRESS)).toBe("held");
    expect(await store.take()).toBeUndefined();
    await endLeases();
    const second = (await store.take())!;
    expect([second.id, second.attempts]).toEqual([first.id, 2]);
    expect(await store.goOn(first, PROGRESS)).toBe("lost");
    expect(await store.end(first, DONE)).toBe(false);
    expect(await store.transcript(first.id)).toBeUndefined();
    expect(await store.end(second, DONE)).toBe(true);
    expect(await store.end(second, DONE)).toBe(false);
  });

  test("two that take at once do not take the same", async () => {
    const owner = await newOwner();
    await opened(owner);
    await opened(owner);
    const [one, other] = await Promise.all([store.take(), store.take()]);
    expect(new Set([one?.id, other?.id]).size).toBe(2);
  });

  test("one that is given back is taken again, counted or not", async () => {
    await opened(await newOwner());
    await store.giveBack((await store.take())!, 0, false);
    const second = (await store.take())!;
    expect(second.attempts).toBe(1);
    await store.giveBack(second, 0, true);
    expect((await store.take())?.attempts).toBe(2);
  });

  test("one that was deleted is noticed by whoever works at it", async () => {
    const { accountId, ...owner } = await newOwner();
    const { id } = await opened({ accountId, ...owner });
    const job = (await store.take())!;
    await store.remove(accountId, id);
    expect(await store.goOn(job, PROGRESS)).toBe("deleted");
    expect(await store.end(job, DONE)).toBe(false);
  });

  test("a failure is kept with its code and its field", async () => {
    const owner = await newOwner();
    const { id } = await opened(owner);
    const error = new ApiError("undecodable_audio", "It is a text.", "file");
    await store.end((await store.take())!, { status: "failed", error });
    const job = await store.find(owner.accountId, id);
    expect([job.status, job.error?.body]).toEqual(["failed", error.body]);
  });

  test("recordings take no more room than an account, and all of them, may have", async () => {
    const owners = [await newOwner(), await newOwner(), await newOwner()] as const;
    await add(owners[0], LIMITS.jobs.bytes);
    await expect(add(owners[0], 1)).rejects.toThrow(
      expect.objectContaining({ code: "job_limit_reached" }),
    );
    await add(owners[1], LIMITS.jobs.bytes);
    await expect(add(owners[2], 1)).rejects.toThrow(
      expect.objectContaining({ code: "server_busy" }),
    );
  });

  test("addresses and secrets are not readable in the database", async () => {
    await opened(await newOwner());
    const [row] = await database.db.selectFrom("jobs").select("addresses").execute();
    expect(row?.addresses).not.toMatch(/example|secret/);
    const strange = new JobStore(database.db, new Encryption(["another secret"]), MAX_BYTES);
    expect((await strange.take())?.addresses).toBeUndefined();
  });

  test("a webhook is due once its job has ended, one process's while it tries, and then done", async () => {
    const { id } = await opened(await newOwner());
    expect(await store.takeWebhooks()).toEqual([]);
    await store.end((await store.take())!, DONE);
    const [due] = await store.takeWebhooks();
    expect(due).toMatchObject({ job: { id, status: "succeeded" }, attempts: 1, webhook: WEBHOOK });
    expect(await store.takeWebhooks()).toEqual([]);
    await store.settleWebhook(id, 0);
    expect((await store.takeWebhooks()).map(({ attempts }) => attempts)).toEqual([2]);
    await store.settleWebhook(id, undefined);
    expect(await store.takeWebhooks()).toEqual([]);
  });

  test("what has been kept long enough is deleted, and nothing else", async () => {
    const owner = await newOwner();
    await opened(owner);
    await store.end((await store.take())!, DONE);
    const waiting = await opened(owner);
    await store.sweep();
    expect((await store.list(owner.accountId, { limit: 10, order: "asc" })).items).toHaveLength(2);
    await database.db
      .updateTable("jobs")
      .set({ expires_at: sql<Date>`now()` })
      .where("expires_at", "is not", null)
      .execute();
    await store.sweep();
    const { items } = await store.list(owner.accountId, { limit: 10, order: "asc" });
    expect(items.map(({ id }) => id)).toEqual([waiting.id]);
    expect(await database.db.selectFrom("job_transcripts").select("job_id").execute()).toEqual([]);
  });
});
