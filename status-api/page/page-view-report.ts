import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import type { MonthReport } from "#monitor/domain/report.ts";
import type { Archive } from "../snapshot/archive.ts";
import { findReport } from "../snapshot/month-report.ts";
import type { Current } from "../snapshot/snapshot.ts";
import type { PageContent } from "./page-build.ts";

/** What the page of a month's report shows: what of it is marked public. */
export interface ReportView {
  readonly name: LocalizedText;
  readonly url: string;
  readonly report: MonthReport;
  /** The months beside it; null where there is none yet, or no more. */
  readonly previous: string | null;
  readonly next: string | null;
}

/** Finds what the page of a month's report shows, the newest month's unless one is named; rejects with `DatabaseAway`. */
export async function reportContent(
  current: Current,
  archive: Archive,
  month?: string,
): Promise<PageContent | undefined> {
  const found = await findReport(current, archive, "public", month);
  const { name, url } = current.snapshot.page;
  return found && { kind: "report", view: { name, url, ...found } };
}
