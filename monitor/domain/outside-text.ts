/** Line ends and vertical tabs, in all their forms. */
const LINE_ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/** Unfit for databases, logs, terminals, feeds or calendars: control characters, direction overrides, noncharacters. */
// oxlint-disable-next-line no-control-regex
const UNFIT = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;

const REPLACEMENT = "\ufffd";

/**
 * Sanitizes a text from outside: what cannot be stored or shown becomes U+FFFD, and every line end `\n`. A text of more than
 * `maxCharacters` is cut and ends with `…`.
 */
export function fitText(text: string, maxCharacters = Infinity): string {
  const whole = text.toWellFormed().replace(LINE_ENDS, "\n").replace(UNFIT, REPLACEMENT);
  return cut(whole, maxCharacters);
}

/** Sanitizes a text likewise, and joins its lines with spaces. */
export function fitLine(text: string, maxCharacters = Infinity): string {
  return cut(fitText(text).replaceAll(/[\n\t]/g, " "), maxCharacters);
}

/** Cuts a text without splitting a surrogate pair. */
function cut(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  return `${text.slice(0, maxCharacters - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
