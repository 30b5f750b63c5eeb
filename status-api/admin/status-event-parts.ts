import type { Database } from "#migrations/status/schema.ts";
import type { LocalizedText, Translations } from "#monitor/domain/localized-text.ts";
import { type ComponentState, readComponentStates } from "#monitor/store/components.ts";
import {
  readStatusEvent,
  type StoredStatusEvent,
  type StatusEventKind,
} from "#monitor/store/status-events.ts";
import { forEachLanguage, languages } from "#web-kit/language/languages.ts";
import { renderTextInUtc } from "../texts/moments.ts";
import { updateTexts } from "../texts/texts.ts";
import { AdminError, notFound } from "./admin-error.ts";
import { answerFields } from "./text-fields.ts";

/** A component with its current status by its checks, and the English name that updates use. */
export type NamedComponent = Omit<ComponentState, "name"> & { readonly name: string };

/** Reads an incident or a maintenance. Throws AdminError. */
export async function statusEventOf(
  db: Database,
  kind: StatusEventKind,
  id: string,
): Promise<StoredStatusEvent> {
  const statusEvent = await readStatusEvent(db, kind, id);
  if (statusEvent !== undefined) return statusEvent;
  throw notFound(`${kind} ${id}`);
}

/** Reads components as they are now. Throws AdminError for one that is not monitored. */
export async function readNamedComponents(
  db: Database,
  ids: readonly string[],
): Promise<NamedComponent[]> {
  const rows = await readComponentStates(db);
  const stranger = ids.find((id) => !rows.some((row) => row.id === id));
  if (stranger === undefined) return named(rows, ids);
  const known = rows.map(({ id }) => id).join(", ");
  throw new AdminError(
    "unknown_component",
    `components names "${stranger}", which is not monitored; there are ${known}`,
    { param: "components" },
  );
}

/** Reads the components of a status event that are still monitored, and those that are `added`, as they are now. */
export async function componentsNow(
  db: Database,
  statusEvent: StoredStatusEvent,
  added: readonly NamedComponent[] = [],
): Promise<NamedComponent[]> {
  const ids = [...statusEvent.components, ...added].map(({ id }) => id);
  return named(await readComponentStates(db), ids);
}

function named(rows: readonly ComponentState[], ids: readonly string[]): NamedComponent[] {
  return rows
    .filter(({ id }) => ids.includes(id))
    .map((component) => ({ ...component, name: component.name.en }));
}

/** Returns the fields that answers about incidents and about maintenance have in common. */
export function commonFields({ row, components, updates }: StoredStatusEvent) {
  return {
    ...row,
    ...answerFields("name", row.name),
    components: components.map(({ id, name, status }) => ({ id, name: name.en, status })),
    updates: updates.map(({ id, status, body, created_at, display_at, affected }) => ({
      id,
      status,
      ...answerFields("body", inUtc(body, display_at.getTime())),
      created_at: created_at.toISOString(),
      display_at: display_at.toISOString(),
      affected_components: affected,
    })),
  };
}

function inUtc(body: Translations, saidMs: number): Translations {
  const rendered = languages.flatMap((language) => {
    const text = body[language];
    return text === undefined ? [] : [[language, renderTextInUtc(text, saidMs, language)]];
  });
  return Object.fromEntries(rendered) as Translations;
}

/** Returns the text of the update for a step that a person takes without a text. */
export function silentText(
  step: "resolved" | "start" | "verify" | "complete" | "cancel",
): LocalizedText {
  return forEachLanguage((language) => updateTexts[language][step]);
}
