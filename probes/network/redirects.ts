import type { Answer } from "./exchange.ts";
import { CheckFailure } from "../check/report.ts";
import { quoted } from "./quoted.ts";

/** Browsers follow as many. */
const MAX_REDIRECTS = 20;
const REDIRECTING: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Requests `url` by GET and follows redirects as browsers do; returns the last answer and its URL, or throws `bad_status`. */
export async function followRedirects(
  url: string,
  ask: (url: string) => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly url: string }> {
  let at = url;
  for (let followed = 0; ; followed += 1) {
    const answer = await ask(at);
    const { location } = answer.headers;
    if (!REDIRECTING.has(answer.status) || typeof location !== "string") return { answer, url: at };
    const next = URL.parse(location, at);
    const fail = (detail: string): CheckFailure =>
      new CheckFailure("bad_status", `${answer.what}: ${detail}`, { phases: answer.phases });
    if (next === null || !/^https?:$/.test(next.protocol)) {
      throw fail(`redirects to ${quoted(location)}, which is no address of a page`);
    }
    if (followed === MAX_REDIRECTS) throw fail(`redirects more than ${MAX_REDIRECTS} times`);
    at = next.href;
  }
}
