import type { Database } from "#migrations/status/schema.ts";
import type {
  AlertConfiguration,
  AlertReceiver,
  AlertRule,
  OnCallPerson,
  Rota,
  WeeklyTest,
} from "#monitor/alerts/configuration.ts";

type StoredRule = Omit<AlertRule, "rotas"> & Partial<Pick<AlertRule, "rotas">>;

/** Reads the alert configuration of monitor.yaml, as a prober stored it. */
export async function readAlertConfiguration(db: Database): Promise<AlertConfiguration> {
  const row = await db.selectFrom("alert_configuration").selectAll().executeTakeFirst();
  return {
    receivers: (row?.receivers ?? []) as readonly AlertReceiver[],
    // An older prober writes no rotas.
    rules: ((row?.rules ?? []) as readonly StoredRule[]).map((rule) => ({
      ...rule,
      rotas: rule.rotas ?? [],
    })),
    people: (row?.people ?? []) as readonly OnCallPerson[],
    rotas: (row?.rotas ?? []) as readonly Rota[],
    weeklyTest: (row?.weekly_test ?? null) as WeeklyTest | null,
  };
}
