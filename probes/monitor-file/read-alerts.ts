import { alertChannelNamed } from "#monitor/alerts/channels/channels.ts";
import type {
  AlertConfiguration,
  AlertReceiver,
  AlertRule,
} from "#monitor/alerts/configuration.ts";
import {
  quietHoursOf,
  refuseHours,
  refuseTimeZone,
  refuseTwice,
  refuseUnknown,
} from "./alerts-faults.ts";
import { readPeople, readRotas } from "./read-rotas.ts";
import { receiverSchemas } from "./alerts-schema.ts";
import type { Place } from "#schema-reader/fault.ts";
import type { LocatedDocument } from "./located-document.ts";
import type { MonitorDocument } from "./schema.ts";

type WrittenAlerts = NonNullable<MonitorDocument["alerts"]>;

const NO_ALERTS: AlertConfiguration = {
  receivers: [],
  rules: [],
  people: [],
  rotas: [],
  weeklyTest: null,
};

/** Reads receivers, rules, people and rotas of alerts; throws `MonitorFileError`. */
export function readAlerts(
  located: LocatedDocument,
  { alerts, page, groups, components }: MonitorDocument,
  checkIds: readonly string[],
): AlertConfiguration {
  if (alerts === undefined) return NO_ALERTS;
  const at = (list: "receivers" | "rules", index: number): Place => ["alerts", list, index];
  const known = (place: Place, ids: readonly string[] | undefined, allowed: readonly string[]) => {
    for (const [index, id] of (ids ?? []).entries())
      refuseUnknown(located, [...place, index], id, allowed);
  };
  const receivers = alerts.receivers.map((written, index) =>
    readReceiver(located, written, at("receivers", index)),
  );
  const receiverIds = receivers.map(({ id }) => id);
  refuseTwice(located, receiverIds, (index) => at("receivers", index));
  for (const [index, { id, fallback }] of receivers.entries()) {
    if (fallback === null) continue;
    const others = receiverIds.filter((other) => other !== id);
    refuseUnknown(located, [...at("receivers", index), "fallback"], fallback, others);
  }
  refuseTwice(
    located,
    alerts.rules.map(({ id }) => id),
    (index) => at("rules", index),
  );
  const people = readPeople(located, alerts.people ?? [], receiverIds, page.time_zone);
  const rotas = readRotas(located, alerts.rotas ?? [], people, page.time_zone);
  const rotaIds = rotas.map(({ id }) => id);
  const groupIds = groups.map(({ id }) => id);
  const componentIds = components.map(({ id }) => id);
  for (const [index, rule] of alerts.rules.entries()) {
    const place = at("rules", index);
    known([...place, "receivers"], rule.receivers, receiverIds);
    known([...place, "rotas"], rule.rotas, rotaIds);
    if (rule.receivers === undefined && rule.rotas === undefined) {
      throw located.errorAt(place, "nobody is alerted; takes receivers, rotas or both");
    }
    known([...place, "escalate", "to"], rule.escalate?.to, receiverIds);
    known([...place, "components"], rule.components, componentIds);
    known([...place, "groups"], rule.groups, groupIds);
    known([...place, "checks"], rule.checks, checkIds);
    refuseQuietHours(located, rule, place);
  }
  const { weekly_test: test } = alerts;
  known(["alerts", "weekly_test", "receivers"], test?.receivers, receiverIds);
  refuseTimeZone(located, ["alerts", "weekly_test", "time_zone"], test?.time_zone);
  return {
    receivers,
    rules: alerts.rules.map((rule) => ruleOf(rule, page.time_zone)),
    people,
    rotas,
    weeklyTest:
      test === undefined
        ? null
        : {
            day: test.day,
            at: test.at,
            timeZone: test.time_zone ?? page.time_zone,
            receivers: test.receivers ?? receiverIds,
          },
  };
}

function readReceiver(
  located: LocatedDocument,
  written: WrittenAlerts["receivers"][number],
  place: Place,
): AlertReceiver {
  const schema = receiverSchemas[written.channel];
  if (schema === undefined) throw new Error(`no channel ${written.channel}`);
  const read = located.read(schema, written, place);
  const own = Object.entries(read).filter(
    ([key]) => key in alertChannelNamed(written.channel).settings,
  );
  return {
    id: read.id,
    channel: written.channel,
    language: read.language,
    fallback: read.fallback ?? null,
    settings: Object.fromEntries(own),
  };
}

function ruleOf(rule: WrittenAlerts["rules"][number], pageTimeZone: string): AlertRule {
  const { id, receivers, rotas, components, groups, checks, severity, escalate, quiet_hours } =
    rule;
  return {
    id,
    receivers: receivers ?? [],
    rotas: rotas ?? [],
    components: components ?? [],
    groups: groups ?? [],
    checks: checks ?? [],
    afterBadSlots: rule.after_bad_slots,
    includesDegraded: rule.including_degraded,
    severity,
    repeatMinutes: rule.repeat_minutes ?? null,
    escalation:
      escalate === undefined ? null : { afterMinutes: escalate.after_minutes, to: escalate.to },
    tellsRecovery: rule.tell_recovery,
    quietHours: quietHoursOf(quiet_hours, pageTimeZone),
  };
}

function refuseQuietHours(
  located: LocatedDocument,
  { severity, quiet_hours }: WrittenAlerts["rules"][number],
  place: Place,
): void {
  if (quiet_hours === undefined) return;
  const at = [...place, "quiet_hours"];
  if (severity === "critical") {
    throw located.errorAt(at, "critical alerts are never held; takes severity: warning or info");
  }
  refuseHours(located, quiet_hours, at);
}
