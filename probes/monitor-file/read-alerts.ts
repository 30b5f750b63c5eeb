import { alertChannelNamed } from "#monitor/alerts/channels/channels.ts";
import type {
  AlertConfiguration,
  AlertReceiver,
  AlertRule,
} from "#monitor/alerts/configuration.ts";
import { receiverSchemas } from "./alerts-schema.ts";
import type { Place } from "#schema-reader/fault.ts";
import type { LocatedDocument } from "./located-document.ts";
import type { MonitorDocument } from "./schema.ts";

type WrittenAlerts = NonNullable<MonitorDocument["alerts"]>;

/** Reads the receivers and rules of alerts; throws `MonitorFileError`. */
export function readAlerts(
  located: LocatedDocument,
  { alerts, page, groups, components }: MonitorDocument,
  checkIds: readonly string[],
): AlertConfiguration {
  if (alerts === undefined) return { receivers: [], rules: [], weeklyTest: null };
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
  const groupIds = groups.map(({ id }) => id);
  const componentIds = components.map(({ id }) => id);
  for (const [index, rule] of alerts.rules.entries()) {
    const place = at("rules", index);
    known([...place, "receivers"], rule.receivers, receiverIds);
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
  const { id, receivers, components, groups, checks, severity, escalate, quiet_hours } = rule;
  return {
    id,
    receivers,
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
    quietHours:
      quiet_hours === undefined
        ? null
        : {
            from: quiet_hours.from,
            to: quiet_hours.to,
            timeZone: quiet_hours.time_zone ?? pageTimeZone,
          },
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
  if (quiet_hours.from === quiet_hours.to) {
    throw located.errorAt([...at, "to"], `got "${quiet_hours.to}"; takes another time than from`);
  }
  refuseTimeZone(located, [...at, "time_zone"], quiet_hours.time_zone);
}

function refuseTimeZone(
  located: LocatedDocument,
  place: Place,
  timeZone: string | undefined,
): void {
  try {
    if (timeZone !== undefined) new Intl.DateTimeFormat("en", { timeZone });
  } catch {
    const message = `got "${timeZone}"; takes an IANA name, e.g. Europe/Istanbul`;
    throw located.errorAt(place, message);
  }
}

function refuseUnknown(
  located: LocatedDocument,
  place: Place,
  id: string,
  allowed: readonly string[],
): void {
  if (allowed.includes(id)) return;
  throw located.errorAt(place, `got "${id}"; allowed: ${allowed.join(", ")}`);
}

function refuseTwice(
  located: LocatedDocument,
  ids: readonly string[],
  placeOf: (index: number) => Place,
): void {
  for (const [index, id] of ids.entries()) {
    if (ids.indexOf(id) !== index) {
      throw located.errorAt([...placeOf(index), "id"], `"${id}" is there twice`);
    }
  }
}
