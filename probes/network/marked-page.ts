import { badBody, textOf } from "./answer.ts";
import type { Answer } from "./exchange.ts";
import { EndlessMarkupError, type PageHtml, readPage } from "./page-html.ts";
import { CheckFailure } from "../check/report.ts";

/** Reads the page that an answer is, which lies at `url`; throws `bad_body` where it cannot be read. */
export function pageOf(answer: Answer, url: string): PageHtml {
  try {
    return readPage(textOf(answer), url);
  } catch (error) {
    if (error instanceof EndlessMarkupError) throw badBody(answer, error.message);
    throw error;
  }
}

/** Throws a `CheckFailure` unless the page says by `<meta name="page" content="…">` that it is `marker`. */
export function expectMarker(
  { what, phases }: Answer,
  { markers }: PageHtml,
  marker: string,
): void {
  if (markers.includes(marker)) return;
  throw new CheckFailure("marker_missing", `${what}: no page marker "${marker}"`, { phases });
}
