import { badBody, textOf } from "./answer.ts";
import type { Answer } from "./exchange.ts";
import { EndlessMarkupError, type PageHtml, readPage } from "./page-html.ts";
import { CheckFailure } from "../check/report.ts";

/** Parses the page in an answer from `url`; throws `bad_body` if it cannot be read. */
export function pageOf(answer: Answer, url: string): PageHtml {
  try {
    return readPage(textOf(answer), url);
  } catch (error) {
    if (error instanceof EndlessMarkupError) throw badBody(answer, error.message);
    throw error;
  }
}

/** Throws a `CheckFailure` unless the page has `marker` in a `<meta name="page" content="…">`. */
export function expectMarker(
  { what, phases }: Answer,
  { markers }: PageHtml,
  marker: string,
): void {
  if (markers.includes(marker)) return;
  throw new CheckFailure("marker_missing", `${what}: no page marker "${marker}"`, { phases });
}
