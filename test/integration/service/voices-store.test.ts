import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenDatabase } from "#database/open-database.ts";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { generateApiKey, hashSecret } from "#service/accounts/api-key.ts";
import { AccountStore } from "#service/accounts/store.ts";
import { StoreUnavailable } from "#service/accounts/store-unavailable.ts";
import { NEUTRAL_MANNER } from "#service/engine/model/model.ts";
import { speakerOf } from "#service/speech/saved-voices/saved-voice.ts";
import { SavedVoiceStore } from "#service/speech/saved-voices/saved-voice-store.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";

describeWithOneDatabase("the voices of accounts", (empty) => {
  let database: OpenDatabase<ServiceDatabase>;
  let accounts: AccountStore;
  let store: SavedVoiceStore;
  let number = 0;
  beforeAll(async () => {
    database = await openServiceDatabase(await empty("service"));
    accounts = new AccountStore(database.db);
    store = new SavedVoiceStore(database.db);
  });
  afterAll(() => database.close());

  async function newOwner(): Promise<{ accountId: string; keyId: string }> {
    const { id } = await accounts.putAccount(`owner${++number}@example.com`, "x");
    const key = generateApiKey();
    await accounts.addKey(id, key, "a key");
    const found = await accounts.findKey(hashSecret(key));
    return { accountId: id, keyId: found?.id ?? "" };
  }

  const voice = (name: string, consentKeyId = "key_a") => ({
    name,
    description: "",
    model: "synth-v2",
    voiceSpace: "a space",
    point: [1.5, -0.25, 3e-9],
    durationSeconds: 7.25,
    consentKeyId,
  });

  const unknown = expect.objectContaining({
    code: "unknown_voice",
    param: "id",
    kind: expect.objectContaining({ status: 404 }) as object,
  }) as Error;

  test("a voice is saved with its place and its consent, found, renamed and removed", async () => {
    const owner = await newOwner();
    const { accountId } = owner;
    const saved = await store.add(accountId, voice("Ayşe", owner.keyId), 50);
    expect(saved).toMatchObject({ ...voice("Ayşe", owner.keyId), language: "tr" });
    expect(saved.consentedAt).toEqual(saved.createdAt);
    expect(await store.find(accountId, saved.id)).toEqual(saved);
    const renamed = await store.change(accountId, saved.id, ({ name }) => ({
      name: `${name} Hanım`,
      description: "santral",
    }));
    expect(renamed).toMatchObject({ name: "Ayşe Hanım", description: "santral" });
    expect(renamed.point).toEqual(saved.point);
    await store.remove(accountId, saved.id);
    await expect(store.find(accountId, saved.id)).rejects.toThrow(unknown);
    await expect(store.remove(accountId, saved.id)).rejects.toThrow(unknown);
  });

  test("a designed voice is saved as its description was read, with nobody's consent", async () => {
    const { accountId } = await newOwner();
    const design = {
      description: "yaşlı bir dede",
      speaker: { age: "old", gender: "male", seed: 7 },
      manner: { ...NEUTRAL_MANNER, paceFactor: 0.8 },
    } as const;
    const designed = { name: "Dede", description: "", model: "synth-v2", voiceSpace: "a", design };
    const saved = await store.add(accountId, designed, 50);
    expect(saved).toMatchObject(designed);
    expect(saved.point ?? saved.consentedAt).toBeUndefined();
    expect(await store.find(accountId, saved.id)).toEqual(saved);
    expect(speakerOf(saved)).toEqual({
      speaker: { kind: "designed", ...design.speaker },
      manner: design.manner,
    });
  });

  test("another account's voice is as unknown as one that never was", async () => {
    const [owner, stranger] = [await newOwner(), await newOwner()];
    const { id } = await store.add(owner.accountId, voice("Ayşe", owner.keyId), 50);
    await expect(store.find(stranger.accountId, id)).rejects.toThrow(unknown);
    await expect(store.change(stranger.accountId, id, (same) => same)).rejects.toThrow(unknown);
    await expect(store.remove(stranger.accountId, id)).rejects.toThrow(unknown);
    const page = { limit: 5, after: undefined, order: "desc" } as const;
    expect((await store.list(stranger.accountId, page)).items).toEqual([]);
    expect((await store.list(owner.accountId, page)).items).toHaveLength(1);
  });

  test("parallel requests cannot overrun the limit", async () => {
    const owner = await newOwner();
    const full = expect.objectContaining({ code: "voice_limit_reached" }) as Error;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        store.add(owner.accountId, voice(`${at}`, owner.keyId), 7),
      ),
    );
    const added = outcomes.flatMap((outcome) =>
      outcome.status === "fulfilled" ? [outcome.value] : [],
    );
    expect(added).toHaveLength(7);
    await expect(store.requireRoom(owner.accountId, 7)).rejects.toThrow(full);
    await expect(store.add(owner.accountId, voice("one more", owner.keyId), 7)).rejects.toThrow(
      full,
    );
    await store.remove(owner.accountId, added[0]?.id ?? "");
    await store.requireRoom(owner.accountId, 7);
    await store.add(owner.accountId, voice("one more", owner.keyId), 7);
    const { items } = await store.list(owner.accountId, {
      limit: 100,
      after: undefined,
      order: "desc",
    });
    expect(items).toHaveLength(7);
    expect(items.map(({ name }) => name)).toContain("one more");
  });

  test("lists go on behind a voice, and behind nothing else", async () => {
    const owner = await newOwner();
    const ids: string[] = [];
    for (const name of ["a", "b", "c"])
      ids.push((await store.add(owner.accountId, voice(name, owner.keyId), 50)).id);
    const { accountId } = owner;
    const first = await store.list(accountId, { limit: 2, after: undefined, order: "asc" });
    expect(first.hasMore).toBe(true);
    const after = first.items.at(-1)?.id;
    const second = await store.list(accountId, { limit: 2, after, order: "asc" });
    expect(second.hasMore).toBe(false);
    expect([...first.items, ...second.items].map(({ id }) => id).toSorted()).toEqual(
      ids.toSorted(),
    );
    await expect(
      store.list(accountId, { limit: 2, after: "voice_none", order: "asc" }),
    ).rejects.toThrow(expect.objectContaining({ param: "after" }));
  });

  test("without the database nothing is saved and nothing found", async () => {
    await using short = await openServiceDatabase(await empty("service"));
    await short.close();
    const away = new SavedVoiceStore(short.db);
    await expect(away.add("acct_a", voice("a"), 50)).rejects.toThrow(StoreUnavailable);
    await expect(away.find("acct_a", "voice_a")).rejects.toThrow(StoreUnavailable);
    await expect(away.remove("acct_a", "voice_a")).rejects.toThrow(StoreUnavailable);
  });
});
