import type { Database } from "#migrations/status/schema.ts";
import type {
  AlertConfiguration,
  AlertReceiver,
  AlertRule,
  WeeklyTest,
} from "#monitor/alerts/configuration.ts";

/** Reads the alert configuration of monitor.yaml, as a prober stored it. */
export async function readAlertConfiguration(db: Database): Promise<AlertConfiguration> {
  const row = await db.selectFrom("alert_configuration").selectAll().executeTakeFirst();
  return {
    receivers: (row?.receivers ?? []) as readonly AlertReceiver[],
    rules: (row?.rules ?? []) as readonly AlertRule[],
    weeklyTest: (row?.weekly_test ?? null) as WeeklyTest | null,
  };
}
