import { SETTING_NAMES } from "./setting-names.ts";
import type { Environment } from "./settings.ts";

/** Prefixes that only this product uses; others, such as REDIS_, are used by other software too. */
const OWN_PREFIXES =
  /^(BOOTSTRAP|CONSOLE|ENCRYPTION|ENGINE|HEARTBEAT|METRICS|MONITOR|OBSERVATION|OIDC|PROBER?|SERVICE|SIGN_UP|SMTP|SPEECH|SPOOL|STATUS|TTS|WEBHOOK)_/;

/** Variables that Kubernetes sets for services with such names. */
const OF_KUBERNETES =
  /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP)|_PORT_\d+_\w+_(ADDR|PORT|PROTO)$/;

/** Maximum number of wrong, missing or extra letters in a misspelt name. */
const MAX_WRONG_LETTERS = 2;
/** In a shorter name two wrong letters make a different name. */
const MIN_LETTERS = 8;

/** Logs each line of `unknownSettings` as a warning. */
export function logUnknownSettings(
  log: { warn(line: string): void },
  used?: ReadonlySet<string>,
  environment: Environment = process.env,
): void {
  for (const line of unknownSettings(environment, used)) log.warn(line);
}

/**
 * Returns a line for each environment variable that looks like a setting of this product but is none; `used` has the names that
 * something else reads, such as monitor.yaml.
 */
export function unknownSettings(
  environment: Environment,
  used: ReadonlySet<string> = new Set(),
): string[] {
  return Object.keys(environment)
    .filter((name) => !SETTING_NAMES.has(name) && !used.has(name) && !OF_KUBERNETES.test(name))
    .flatMap((name) => {
      const meant = nearest(name);
      if (meant !== undefined) return `${name} is no setting; is ${meant} meant?`;
      return OWN_PREFIXES.test(name) ? `${name} is no setting; .env.example names all of them` : [];
    });
}

function nearest(name: string): string | undefined {
  if (name.length < MIN_LETTERS) return undefined;
  return [...SETTING_NAMES]
    .map((known) => ({ known, wrong: wrongLetters(name.toUpperCase(), known) }))
    .filter(({ wrong }) => wrong <= MAX_WRONG_LETTERS)
    .toSorted((one, other) => one.wrong - other.wrong)[0]?.known;
}

/**
 * Returns how many letters have to be changed, added, removed or swapped with a neighbour to make one name the other; Infinity
 * if the lengths differ by too much.
 */
function wrongLetters(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MAX_WRONG_LETTERS) return Infinity;
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (const [at, letter] of one.split("").entries()) {
    const [above = [], twoAbove = []] = [rows.at(-1), rows.at(-2)];
    const row = [at + 1];
    for (const [index, wanted] of other.split("").entries()) {
      const isSwapped = letter === other[index - 1] && one[at - 1] === wanted;
      row.push(
        Math.min(
          (above[index] ?? 0) + (letter === wanted ? 0 : 1),
          (above[index + 1] ?? 0) + 1,
          (row[index] ?? 0) + 1,
          isSwapped ? (twoAbove[index - 1] ?? 0) + 1 : Infinity,
        ),
      );
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}
