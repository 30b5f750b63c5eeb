import { SHOWN_LIMITS, type ShownLimit } from "../../contract/dashboard.ts";
import type { SignedIn } from "../../accounts/dashboard-sessions.ts";
import type { OwnKeys } from "../../accounts/own-keys.ts";
import type { Quota, QuotaStanding } from "../../access/quota/quota.ts";
import type { UsageLedger } from "../../access/quota/usage.ts";
import type {
  DayRange,
  Limits,
  QuotaMeter,
  QuotaMonth,
  UsageRow,
  UsageView,
} from "../../web/dashboard/frame/content.ts";
import { lastDays } from "../usage.ts";
import { keyRow } from "./key-row.ts";

interface UsageServices {
  readonly keys: OwnKeys;
  readonly usage: UsageLedger;
  readonly quota: Quota;
}

/** How many days can be shown; the second is the standard. */
const DAY_COUNTS: readonly number[] = [7, 30, 90];
const STANDARD_DAYS = 30;
/** What the dashboard's own key is called in addresses. */
const OWN_KEY = "dashboard";

/** What an account used, its quota and its limits; the query chooses `days` and `key`. */
export async function usageView(
  services: UsageServices,
  who: SignedIn,
  query: Readonly<Record<string, unknown>>,
): Promise<UsageView> {
  const dayCount = DAY_COUNTS.find((count) => String(count) === query["days"]) ?? STANDARD_DAYS;
  const keys = (await services.keys.list(who.account.id)).map(keyRow);
  const keyId = [OWN_KEY, ...keys.map(({ id }) => id)].find((id) => id === query["key"]);
  const { rows, days } = await usageRows(services, who, dayCount);
  return {
    view: "usage",
    rows: keyId === undefined ? rows : rows.filter((row) => row.keyId === keyId),
    days,
    dayCount,
    dayCounts: DAY_COUNTS,
    keys,
    keyId,
    quota: await quotaMonth(services, who),
    limits: shownLimits(who),
  };
}

/** What an account used in its last days, the newest first. */
export async function usageRows(
  { usage }: Pick<UsageServices, "usage">,
  { account, keyId }: SignedIn,
  dayCount: number,
): Promise<{ readonly rows: readonly UsageRow[]; readonly days: DayRange }> {
  const days = lastDays(new Date(), dayCount);
  const rows = await usage.read(account.id, days);
  return {
    rows: rows.map((row) => ({ ...row, keyId: row.keyId === keyId ? OWN_KEY : row.keyId })),
    days,
  };
}

/** How the quotas of an account's month stand. */
export async function quotaMonth(
  { quota }: Pick<UsageServices, "quota">,
  { account, limits }: SignedIn,
): Promise<QuotaMonth> {
  const { resetsAt, audioSeconds, characters } = await quota.read(account.id, limits);
  return {
    resetsAt: resetsAt.toISOString(),
    audioSeconds: meter(audioSeconds),
    characters: meter(characters),
  };
}

function meter({ limit, used, reserved }: QuotaStanding): QuotaMeter {
  return { limit: limit === Infinity ? null : limit, used, reserved };
}

function shownLimits({ limits }: SignedIn): Limits {
  const shown = SHOWN_LIMITS.map((name) => [name, limits[name] === Infinity ? null : limits[name]]);
  return Object.fromEntries(shown) as Record<ShownLimit, number | null>;
}
