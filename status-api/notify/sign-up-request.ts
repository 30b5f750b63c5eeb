import { isLanguage, type Language } from "#web-kit/language/languages.ts";
import { type ChannelName, channels, isChannelName } from "./channels/channels.ts";
import type { SenderSettings } from "../delivery/senders.ts";
import { type SignUp, SIGN_UP_LIMITS } from "./subscriber-store.ts";

type SignUpRefusal =
  | "invalid_channel"
  | "invalid_address"
  | "invalid_language"
  | "invalid_components"
  | "invalid_incident"
  | `${ChannelName}_not_offered`;

/** Why a sign-up is refused; one of too many is not even read. */
export type RefusalCode = SignUpRefusal | "too_many_sign_ups";

interface SignUpContext {
  readonly settings: SenderSettings;
  /** The language of a sign-up that names none. */
  readonly language: Language;
  readonly componentIds: ReadonlySet<string>;
  /** Incidents and maintenance that are not over. */
  readonly openStatusEventIds: ReadonlySet<string>;
}

/** Reads the fields of a sign-up, whether they came as JSON or from a form. */
export function readSignUp(
  fields: Readonly<Record<string, unknown>>,
  context: SignUpContext,
): SignUp | SignUpRefusal {
  const { channel, address: text } = fields;
  if (!isChannelName(channel)) return "invalid_channel";
  const { isOffered, readAddress } = channels[channel];
  if (!isOffered(context.settings)) return `${channel}_not_offered`;
  if (typeof text !== "string" || text.length > SIGN_UP_LIMITS.addressCharacters) {
    return "invalid_address";
  }
  const address = readAddress(text, context.settings);
  if (address === undefined) return "invalid_address";
  const { language = context.language } = fields;
  if (!isLanguage(language)) return "invalid_language";
  const components = readComponents(fields["components"], context.componentIds);
  if (components === undefined) return "invalid_components";
  const { incident } = fields;
  if (incident === undefined || incident === null) {
    return { channel, address, language, components, incidentId: null };
  }
  if (typeof incident !== "string" || !context.openStatusEventIds.has(incident))
    return "invalid_incident";
  return { channel, address, language, components: null, incidentId: incident };
}

/** Reads a choice of components: null for all, undefined for an empty choice or an unknown component. */
export function readComponents(
  chosen: unknown,
  componentIds: ReadonlySet<string>,
): readonly string[] | null | undefined {
  if (chosen === undefined || chosen === null) return null;
  const list: unknown[] = Array.isArray(chosen) ? chosen : [chosen];
  const ids = list.filter((id): id is string => typeof id === "string" && componentIds.has(id));
  return ids.length === 0 || ids.length < list.length ? undefined : [...new Set(ids)];
}
