import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import type { MonthReport } from "#monitor/domain/report.ts";
import type { Archive } from "../snapshot/archive.ts";
import { findReport, type ReportScope } from "../snapshot/month-report.ts";
import type { Current } from "../snapshot/snapshot.ts";
import type { ContentOf } from "./content-of.ts";

/** The content of the page of a monthly report. */
export interface ReportView {
  readonly name: LocalizedText;
  readonly url: string;
  readonly report: MonthReport;
  /** The previous and the next month; null where there is none yet, or no more. */
  readonly previous: string | null;
  readonly next: string | null;
}

/** Returns a monthly report, by default the newest; undefined where there is none. Rejects with `DatabaseAway`. */
export async function reportView(
  current: Pick<Current, "snapshot">,
  archive: Archive,
  scope: ReportScope,
  month?: string,
): Promise<ReportView | undefined> {
  const found = await findReport(current, archive, scope, month);
  const { name, url } = current.snapshot.page;
  return found && { name, url, ...found };
}

/**
 * Returns the content of the public page of a monthly report, limited to what is marked public; undefined where there is none.
 * Rejects with `DatabaseAway`.
 */
export async function reportContent(
  current: Current,
  archive: Archive,
  month?: string,
): Promise<ContentOf<"report", ReportView> | undefined> {
  const view = await reportView(current, archive, "public", month);
  return view && { kind: "report", view };
}
