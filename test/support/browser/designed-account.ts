import type { Kysely } from "kysely";

import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import { AccountLimitStore } from "#service/accounts/account-limits.ts";
import type { Product } from "#service/contract/activities.ts";
import { LIMITS } from "#service/contract/limits.ts";
import { generateApiKey } from "#service/accounts/api-key.ts";
import { DashboardSessions, type Entrant } from "#service/accounts/dashboard-sessions.ts";
import { Invitations } from "#service/accounts/invitations.ts";
import { OneTimeTokens } from "#service/accounts/one-time-tokens.ts";
import { People } from "#service/accounts/people.ts";
import type { Role } from "#service/accounts/roles.ts";
import { Encryption } from "#runtime/encryption.ts";
import { SecondSteps } from "#service/accounts/second-steps.ts";
import { AccountStore } from "#service/accounts/store.ts";
import { monthOf, QuotaMonths } from "#service/access/quota/quota-months.ts";
import { addUsageDays } from "#service/access/quota/usage-days.ts";
import type { AccountUsageDay } from "#service/access/quota/usage-sums.ts";

import type { EmptyDatabase } from "../databases/every-database.ts";
import { shownCode } from "../service/authenticator-app.ts";
import { quickPasswords } from "../service/quick-passwords.ts";

/** Who signs in to see a dashboard with something in it. */
export const designedAccount = {
  email: "ayse@example.com",
  password: "menekşe mavisi bir sabah",
} as const;

/** Who reads the usage of that account, and signs in with a code. */
export const designedReader = {
  email: "muhasebe@example.com",
  password: "sakin bir deniz kıyısı",
} as const;

/** How many newcomers there are: each sets the second step up once. */
const newcomers = 24;

const dayMs = 86_400_000;
const days = 60;

/** Tokens of links from mails, by their purpose. */
export type LinkTokens = Readonly<
  Record<"password" | "address" | "newAddress" | "invitation", string>
>;

/** Somebody who has begun to set up the second step. */
export interface Newcomer {
  readonly session: string;
  /** What their authenticator app knows. */
  readonly secret: string;
}

/** What works from now on. */
export interface DesignedAccess {
  readonly linkTokens: LinkTokens;
  readonly readerSession: string;
  readonly newcomers: Newcomer[];
}

/**
 * Writes an account with keys, one of them revoked, and two months of usage where the speech service will look for it, and people
 * around it.
 */
export async function writeDesignedAccount(
  place: EmptyDatabase,
  nowMs: number,
): Promise<DesignedAccess> {
  const database = await openServiceDatabase(place);
  try {
    const accounts = new AccountStore(database.db);
    const { email, password } = designedAccount;
    const { id } = await accounts.putAccount(email, await quickPasswords.hash(password));
    const add = async (name: string): Promise<string> => {
      const key = await accounts.addKey(id, generateApiKey(), name);
      if (key === undefined) throw new Error("a new key is not there yet");
      return key.id;
    };
    await accounts.revokeKey(id, await add("Deneme"));
    const app = await add("Mobil uygulama");
    const reports = await add("Raporlar");
    for (const key of [app, reports]) {
      await accounts.noteUse(key, new Date(nowMs - dayMs / 24));
    }
    const used = [
      ...usage(id, app, nowMs, { transcription: 150, stream: 60, speech: 240 }),
      ...usage(id, reports, nowMs, { transcription: 30, stream: 0, speech: 120 }),
    ];
    await addUsageDays(database.db, used);
    await countInQuota(database.db, id, used, nowMs);
    const tokens = new OneTimeTokens(database.db);
    const person = await new People(database.db).find(email);
    const subject = { email, personId: person?.id };
    const secret = await accounts.sharedSecret("session-tokens");
    const secondSteps = new SecondSteps(database.db, new Encryption([secret]));
    await secondSteps.begin(person?.id ?? "");
    const people = new People(database.db);
    const invitations = new Invitations(database.db);
    const invite = async (invited: string, role: Role): Promise<string> => {
      const invitation = { email: invited, role, isMailed: true };
      const made = await invitations.create(id, invitation);
      if (typeof made === "string") throw new Error(made);
      return made.token;
    };
    const readerHash = await quickPasswords.hash(designedReader.password);
    const reader = (await people.create(designedReader.email, readerHash, new Date(nowMs))) ?? "";
    await invitations.accept(await invite(designedReader.email, "billing"), reader);
    const begun = await beginSecondStep(database.db, secondSteps, {
      personId: reader,
      accountId: id,
    });
    await secondSteps.turnOn(reader, shownCode(begun.secret));
    return {
      linkTokens: {
        invitation: await invite("can@example.com", "member"),
        password: await tokens.make("password", subject),
        address: await tokens.make("address", subject),
        newAddress: await tokens.make("new-address", { ...subject, email: "ayse@example.org" }),
      },
      readerSession: begun.session,
      newcomers: await Promise.all(
        Array.from({ length: newcomers }, async (_, count) => {
          const made = await accounts.createAccount(`yeni-${count}@example.com`, null, new Date());
          if (made === undefined) throw new Error("a newcomer is there already");
          const entrant = { personId: made.personId, accountId: made.id };
          return beginSecondStep(database.db, secondSteps, entrant);
        }),
      ),
    };
  } finally {
    await database.close();
  }
}

async function beginSecondStep(
  db: Kysely<ServiceDatabase>,
  secondSteps: SecondSteps,
  entrant: Entrant,
): Promise<Newcomer> {
  await secondSteps.begin(entrant.personId);
  const secret = await secondSteps.secretBegun(entrant.personId);
  if (secret === undefined) throw new Error("the second step was not begun");
  const session = await new DashboardSessions(db).begin(entrant, "");
  return { session, secret };
}

/** Counts what was used this month in the account's quota, which is that of a customer, not of the service's first account. */
async function countInQuota(
  db: Kysely<ServiceDatabase>,
  accountId: string,
  used: readonly AccountUsageDay[],
  nowMs: number,
): Promise<void> {
  const limits = new AccountLimitStore(db);
  for (const name of ["monthlyAudioSeconds", "monthlyCharacters"] as const) {
    await limits.set(accountId, name, LIMITS.account[name]);
  }
  const month = monthOf(new Date(nowMs));
  const uses = used
    .filter(({ day }) => day >= month)
    .flatMap(({ audioSeconds, characters }) => [
      { accountId, month, meter: "audio" as const, used: Math.round(audioSeconds * 1000) },
      { accountId, month, meter: "characters" as const, used: characters },
    ]);
  await new QuotaMonths(db).settle(db, uses, []);
}

/** Busy on weekdays, calm at weekends, a little more from week to week; `requests` are those of a busy day. */
function usage(
  accountId: string,
  keyId: string,
  nowMs: number,
  requests: Readonly<Record<"transcription" | "stream" | "speech", number>>,
): AccountUsageDay[] {
  return Array.from({ length: days }, (_, ago) => {
    const at = new Date(nowMs - ago * dayMs);
    const isWeekend = [0, 6].includes(at.getUTCDay());
    const load = (isWeekend ? 0.25 : 1) * (1 - ago / 90) * (1 + 0.2 * Math.sin(ago * 2.3));
    const day = (
      product: Product,
      figures: Pick<AccountUsageDay, "requests" | "audioSeconds" | "characters">,
    ) => ({
      accountId,
      keyId,
      product,
      day: at.toISOString().slice(0, 10),
      ...figures,
    });
    const [files, streams, speeches] = (["transcription", "stream", "speech"] as const).map(
      (product) => Math.round(requests[product] * load),
    ) as [number, number, number];
    return [
      day("transcription", { requests: files, audioSeconds: files * 34.5, characters: 0 }),
      day("stream", { requests: streams, audioSeconds: streams * 61, characters: 0 }),
      day("speech", { requests: speeches, audioSeconds: 0, characters: speeches * 210 }),
    ].filter((row) => row.requests > 0);
  }).flat();
}
