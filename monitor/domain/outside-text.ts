/** Ends of lines and vertical tabs, in every writing of them. */
const LINE_ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;

/** What no database, log, terminal, feed or calendar takes well: control characters, turned directions, what is no character. */
// oxlint-disable-next-line no-control-regex
const UNFIT = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;

const REPLACEMENT = "\ufffd";

/**
 * Makes a text fit that comes from outside, whatever it holds: what cannot be stored or shown becomes U+FFFD, every end of a line
 * `\n`. It ends with … where it had more than `maxCharacters`.
 */
export function fitText(text: string, maxCharacters = Infinity): string {
  const whole = text.toWellFormed().replace(LINE_ENDS, "\n").replace(UNFIT, REPLACEMENT);
  return cut(whole, maxCharacters);
}

/** The same in one line. */
export function fitLine(text: string, maxCharacters = Infinity): string {
  return cut(fitText(text).replaceAll(/[\n\t]/g, " "), maxCharacters);
}

/** Cuts a text, no character in its middle. */
function cut(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  return `${text.slice(0, maxCharacters - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
