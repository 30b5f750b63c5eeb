import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import type { Product } from "#service/contract/activities.ts";
import { generateApiKey } from "#service/accounts/api-key.ts";
import { hashPassword } from "#service/accounts/password.ts";
import { Invitations } from "#service/accounts/invitations.ts";
import { OneTimeTokens } from "#service/accounts/one-time-tokens.ts";
import { People } from "#service/accounts/people.ts";
import type { Role } from "#service/accounts/roles.ts";
import { SecondSteps } from "#service/accounts/second-steps.ts";
import { AccountStore } from "#service/accounts/store.ts";
import { addUsageDays } from "#service/access/quota/usage-days.ts";
import type { AccountUsageDay } from "#service/access/quota/usage-sums.ts";

import { initialiseEmbedded } from "../databases/embedded-database.ts";

/** Who signs in to see a dashboard with something in it. */
export const designedAccount = {
  email: "ayse@example.com",
  password: "menekşe mavisi bir sabah",
} as const;

const dayMs = 86_400_000;
const days = 60;

/** Tokens of links from mails, by their purpose. */
export type LinkTokens = Readonly<Record<"password" | "address" | "invitation", string>>;

/**
 * Writes an account with keys, one of them revoked, and two months of usage where the speech service will look for it; returns
 * tokens that work from now on.
 */
export async function writeDesignedAccount(
  dataDirectory: string,
  nowMs: number,
): Promise<LinkTokens> {
  await initialiseEmbedded(dataDirectory, "service");
  const database = await openServiceDatabase({ dataDirectory });
  try {
    const accounts = new AccountStore(database.db);
    const { email, password } = designedAccount;
    const { id } = await accounts.putAccount(email, await hashPassword(password));
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
    await addUsageDays(database.db, [
      ...usage(id, app, nowMs, { transcription: 150, stream: 60, speech: 240 }),
      ...usage(id, reports, nowMs, { transcription: 30, stream: 0, speech: 120 }),
    ]);
    const tokens = new OneTimeTokens(database.db);
    const person = await new People(database.db).find(email);
    const subject = { email, personId: person?.id };
    await new SecondSteps(database.db).begin(person?.id ?? "");
    const people = new People(database.db);
    const invitations = new Invitations(database.db);
    const invite = async (invited: string, role: Role): Promise<string> => {
      const invitation = { email: invited, role, isMailed: true };
      const made = await invitations.create(id, invitation);
      if (typeof made === "string") throw new Error(made);
      return made.token;
    };
    const reader = await people.create("muhasebe@example.com", null, new Date(nowMs));
    const joining = await invite("muhasebe@example.com", "billing");
    await invitations.accept(joining, reader ?? "");
    return {
      invitation: await invite("can@example.com", "member"),
      password: await tokens.make("password", subject),
      address: await tokens.make("address", subject),
    };
  } finally {
    await database.close();
  }
}

/** Busy on weekdays, calm at weekends, a little more from week to week; `requests` are those of a busy day. */
function usage(
  accountId: string,
  keyId: string,
  nowMs: number,
  requests: Readonly<Record<Product, number>>,
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
