import { SETTING_NAMES } from "./setting-names.ts";
import type { Environment } from "./settings.ts";

/** What begins so is meant for this product; other beginnings, as REDIS_, are those of others too. */
const OWN_PREFIXES =
  /^(BOOTSTRAP|CONSOLE|ENCRYPTION|ENGINE|HEARTBEAT|METRICS|MONITOR|OBSERVATION|OIDC|PROBER?|SERVICE|SIGN_UP|SMTP|SPEECH|SPOOL|STATUS|TTS|WEBHOOK)_/;

/** What Kubernetes sets for services of these names. */
const OF_KUBERNETES =
  /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP)|_PORT_\d+_\w+_(ADDR|PORT|PROTO)$/;

/** How many letters of a name may be wrong, missing or too many for it still to be meant. */
const MAX_WRONG_LETTERS = 2;
/** Two of a shorter name make another one. */
const LEAST_LETTERS = 8;

/** Writes what `unknownSettings` returns to a program's log. */
export function tellUnknownSettings(
  log: { warn(line: string): void },
  used?: ReadonlySet<string>,
  environment: Environment = process.env,
): void {
  for (const line of unknownSettings(environment, used)) log.warn(line);
}

/**
 * Returns a line for each variable of the environment that looks like a setting of this product and is none; `used` are those
 * that something else reads, as monitor.yaml.
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
  if (name.length < LEAST_LETTERS) return undefined;
  return [...SETTING_NAMES]
    .map((known) => ({ known, wrong: wrongLetters(name.toUpperCase(), known) }))
    .filter(({ wrong }) => wrong <= MAX_WRONG_LETTERS)
    .toSorted((one, other) => one.wrong - other.wrong)[0]?.known;
}

/** Counts the letters to change, add or leave out, and neighbours to swap, that make one name of another. */
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
