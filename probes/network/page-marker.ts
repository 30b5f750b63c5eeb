import type { Answer } from "./exchange.ts";
import { CheckFailure } from "../check/report.ts";

/** Throws a `CheckFailure` unless the page says by `<meta name="page" content="…">` that it is `marker`. */
export function expectMarker({ body, what, phases }: Answer, marker: string): void {
  const isThere = [...body.toString("utf8").matchAll(/<meta\b[^>]*>/g)].some(
    ([tag]) => /\bname="page"/.test(tag) && tag.includes(`content="${marker}"`),
  );
  if (isThere) return;
  throw new CheckFailure("marker_missing", `${what}: no page marker "${marker}"`, { phases });
}
