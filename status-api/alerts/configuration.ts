import type { Database } from "#migrations/status/schema.ts";
import type {
  AlertConfiguration,
  AlertReceiver,
  AlertRule,
  WeeklyTest,
} from "#monitor/alerts/configuration.ts";
import { openReceiver, type TextCipher } from "#monitor/alerts/sealed-receiver.ts";

/**
 * Reads the alert configuration of monitor.yaml, as a prober stored it. Settings of receivers that a prober has encrypted are
 * read with `cipher`; callers that need none leave it out.
 */
export async function readAlertConfiguration(
  db: Database,
  cipher?: TextCipher,
): Promise<AlertConfiguration> {
  const row = await db.selectFrom("alert_configuration").selectAll().executeTakeFirst();
  return {
    receivers: ((row?.receivers ?? []) as readonly AlertReceiver[]).map((one) =>
      openReceiver(one, cipher),
    ),
    rules: (row?.rules ?? []) as readonly AlertRule[],
    weeklyTest: (row?.weekly_test ?? null) as WeeklyTest | null,
  };
}
