import { alertmanager } from "./alertmanager.ts";
import type { AlertChannel } from "./channel.ts";
import { discord } from "./discord.ts";
import { email } from "./email.ts";
import { ntfy } from "./ntfy.ts";
import { opsgenie } from "./opsgenie.ts";
import { pagerduty } from "./pagerduty.ts";
import { slack } from "./slack.ts";
import { sms } from "./sms.ts";
import { teams } from "./teams.ts";
import { telegram } from "./telegram.ts";
import { webhook } from "./webhook.ts";

/** Every channel by its name in monitor.yaml. */
export const alertChannels: Readonly<Record<string, AlertChannel>> = {
  email,
  slack,
  pagerduty,
  alertmanager,
  webhook,
  opsgenie,
  teams,
  discord,
  telegram,
  ntfy,
  sms,
};

/** Returns the channel of a stored receiver; throws if this version does not have it. */
export function alertChannelNamed(name: string): AlertChannel {
  const channel = Object.hasOwn(alertChannels, name) ? alertChannels[name] : undefined;
  if (channel === undefined) throw new Error(`there is no channel ${name}`);
  return channel;
}

/**
 * Returns whether the service behind a stored receiver keeps an alert open until a message ends it. One that only a later
 * version knows may do so: its end is queued, for an alert that stays open is worse than a message too many.
 */
export function mayKeepAlerts(name: string): boolean {
  return !Object.hasOwn(alertChannels, name) || alertChannelNamed(name).keepsAlerts;
}
