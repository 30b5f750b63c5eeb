import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import type { MonthReport } from "#monitor/domain/report.ts";
import type { Archive } from "../snapshot/archive.ts";
import { findReport, type ReportScope } from "../snapshot/month-report.ts";
import type { Current } from "../snapshot/snapshot.ts";
import type { PageContent } from "./page-build.ts";

/** What the page of a month's report shows. */
export interface ReportView {
  readonly name: LocalizedText;
  readonly url: string;
  readonly report: MonthReport;
  /** The months beside it; null where there is none yet, or no more. */
  readonly previous: string | null;
  readonly next: string | null;
}

/** Finds a month's report, the newest month's unless one is named; rejects with `DatabaseAway`. */
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

/** Finds what everybody's page of a month's report shows: what of it is marked public; rejects with `DatabaseAway`. */
export async function reportContent(
  current: Current,
  archive: Archive,
  month?: string,
): Promise<PageContent | undefined> {
  const view = await reportView(current, archive, "public", month);
  return view && { kind: "report", view };
}
