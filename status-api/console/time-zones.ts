import type { Database } from "#migrations/status/schema.ts";
import { readPage } from "#monitor/store/components.ts";

/** The time zones that people choose from. */
export const timeZones: readonly string[] = ["Etc/UTC", ...Intl.supportedValuesOf("timeZone")];

/** Reads the time zone of the page. */
export async function readTimeZone(db: Database): Promise<string> {
  return (await readPage(db))?.timeZone ?? "Etc/UTC";
}
