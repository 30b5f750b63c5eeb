import type { Language } from "#web-kit/language/languages.ts";
import type { SubscriberChannel } from "#migrations/status/schema.ts";
import { isLanguage } from "#web-kit/language/languages.ts";
import { readEmailAddress } from "./email-address.ts";
import { signUpLimits } from "./limits.ts";
import type { SignUp } from "./subscriber-store.ts";
import type { SubscriptionSettings } from "./subscriptions.ts";
import { readWebhookAddress } from "./webhook-address.ts";

/** Why a sign-up is refused; codes of the API. */
export type SignUpRefusal =
  | "invalid_channel"
  | "invalid_address"
  | "invalid_language"
  | "invalid_components"
  | "email_not_offered";

/** What a sign-up may be read with. */
export interface SignUpContext {
  readonly settings: SubscriptionSettings;
  /** The language of who asks without naming one. */
  readonly language: Language;
  /** Ids of the page's components. */
  readonly componentIds: ReadonlySet<string>;
}

export const channels = [
  "email",
  "webhook",
  "slack",
] as const satisfies readonly SubscriberChannel[];

/** Lists the channels that are offered. */
export function offeredChannels({ mail }: SubscriptionSettings): readonly SubscriberChannel[] {
  return channels.filter((channel) => channel !== "email" || mail !== undefined);
}

/** Reads the fields of a sign-up, whether they came as JSON or from a form. */
export function readSignUp(
  fields: Readonly<Record<string, unknown>>,
  context: SignUpContext,
): SignUp | SignUpRefusal {
  const channel = channels.find((one) => one === fields["channel"]);
  if (channel === undefined) return "invalid_channel";
  if (!offeredChannels(context.settings).includes(channel)) return "email_not_offered";
  const address = readAddress(channel, fields["address"], context.settings);
  if (address === undefined) return "invalid_address";
  const { language = context.language } = fields;
  if (!isLanguage(language)) return "invalid_language";
  const components = readComponents(fields["components"], context.componentIds);
  if (components === undefined) return "invalid_components";
  return { channel, address, language, components };
}

/** Reads a choice of components: null for all, undefined where it names none or one that is not there. */
export function readComponents(
  chosen: unknown,
  componentIds: ReadonlySet<string>,
): readonly string[] | null | undefined {
  if (chosen === undefined || chosen === null) return null;
  const list: unknown[] = Array.isArray(chosen) ? chosen : [chosen];
  const ids = list.filter((id): id is string => typeof id === "string" && componentIds.has(id));
  return ids.length === 0 || ids.length < list.length ? undefined : [...new Set(ids)];
}

function readAddress(
  channel: SubscriberChannel,
  text: unknown,
  settings: SubscriptionSettings,
): string | undefined {
  if (typeof text !== "string" || text.length > signUpLimits.addressCharacters) return undefined;
  return channel === "email" ? readEmailAddress(text) : readWebhookAddress(text, settings.webhooks);
}
