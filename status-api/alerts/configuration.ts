import type { Database } from "#migrations/status/schema.ts";
import type {
  AlertConfiguration,
  AlertReceiver,
  AlertRule,
  OnCallPerson,
  Rota,
  WeeklyTest,
} from "#monitor/alerts/configuration.ts";
import { withMonitorFileRules } from "#monitor/alerts/monitor-file.ts";
import { openReceiver } from "#monitor/alerts/sealed-receiver.ts";
import type { TextCipher } from "#monitor/domain/text-cipher.ts";

type StoredRule = Omit<AlertRule, "rotas"> & Partial<Pick<AlertRule, "rotas">>;

/**
 * Reads the alert configuration of monitor.yaml, as a prober stored it, with the rules about files that differ from it. Settings of receivers that a prober has encrypted are
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
    // An older prober writes no rotas.
    rules: withMonitorFileRules(
      ((row?.rules ?? []) as readonly StoredRule[]).map((rule) => ({
        ...rule,
        rotas: rule.rotas ?? [],
      })),
    ),
    people: (row?.people ?? []) as readonly OnCallPerson[],
    rotas: (row?.rotas ?? []) as readonly Rota[],
    weeklyTest: (row?.weekly_test ?? null) as WeeklyTest | null,
  };
}
