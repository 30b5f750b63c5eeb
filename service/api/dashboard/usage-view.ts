import { limitJson } from "../../contract/limits.ts";
import type { ListedKey } from "../../accounts/store.ts";
import { SHOWN_LIMITS, type ShownLimit } from "../../contract/dashboard.ts";
import type { SignedIn } from "../../accounts/dashboard-sessions.ts";
import type { QuotaStanding } from "../../access/quota/quota.ts";
import type {
  DayRange,
  KeyRow,
  Limits,
  QuotaMeter,
  QuotaMonth,
  UsageRow,
  UsageView,
} from "../../web/dashboard/frame/content.ts";
import { lastDays } from "../usage.ts";
import type { SiteServices } from "../pages/site-services.ts";

/** Selectable numbers of days; the second one is the default. */
const DAY_COUNTS: readonly number[] = [7, 30, 90];
const STANDARD_DAYS = 30;
/** Name of the dashboard's own key in URLs. */
const OWN_KEY = "dashboard";

/** Returns an account's usage, quota and limits; the query selects `days`, `key` and `by`. */
export async function usageView(
  services: SiteServices,
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
    by: query["by"] === "key" ? "key" : "product",
    quota: await quotaMonth(services, who),
    limits: shownLimits(who),
  };
}

export function keyRow({ createdAt, lastUsedAt, revokedAt, ...key }: ListedKey): KeyRow {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    createdAt: createdAt.toISOString(),
    madeIn: key.madeIn,
    madeBy: key.madeBy,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    isRevoked: revokedAt !== null,
  };
}

/** Returns an account's usage of the last days, newest first. */
export async function usageRows(
  { usage }: SiteServices,
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

export async function quotaMonth(
  { quota }: SiteServices,
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
  return { limit: limitJson(limit), used, reserved };
}

function shownLimits({ limits }: SignedIn): Limits {
  const shown = SHOWN_LIMITS.map((name) => [name, limitJson(limits[name])]);
  return Object.fromEntries(shown) as Record<ShownLimit, number | null>;
}
