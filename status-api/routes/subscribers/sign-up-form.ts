import type { ChannelName } from "../../notify/channels/channels.ts";
import type { Language } from "#web-kit/language/languages.ts";
import type { NamedStatusEvent, SignUpForm, Way } from "../../page/subscriber-content.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Returns the requested way if it is offered, or else the first one that is. */
export function wayOf(requested: unknown, channels: readonly ChannelName[]): Way {
  if (requested === "feed") return "feed";
  return channels.find((channel) => channel === requested) ?? channels[0] ?? "feed";
}

/** Converts the fields of a page's form to those of a sign-up: `scope` decides whether the checkboxes count. */
export function wishOf({ scope, components, ...others }: Fields): Fields {
  if (scope === "all") return others;
  return { ...others, components: scope === "some" ? (components ?? []) : components };
}

/** Returns the contents of a form, valid or not, to be shown again. */
export function formOf(
  { scope, address, components, incident }: Fields,
  language: Language,
  openStatusEvents: readonly NamedStatusEvent[],
): SignUpForm {
  const ticked = Array.isArray(components) ? components : [components];
  return {
    address: typeof address === "string" ? address : "",
    components:
      scope === "some" ? ticked.filter((id): id is string => typeof id === "string") : null,
    statusEvent: openStatusEvents.find(({ id }) => id === incident) ?? null,
    language,
  };
}
