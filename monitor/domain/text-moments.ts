/**
 * The forms of times in stored texts: a text contains a mark like `{time:2026-11-21T11:25:00.000Z}`, which is replaced by the
 * reader's local time when the text is shown. `since` is a time from which something continues.
 */
export type MomentForm = "time" | "since";

/** A time in a text. */
export interface TextMoment {
  readonly form: MomentForm;
  readonly atMs: number;
}

const MARK = /\{((?:time|since):\d{4}-\d\d-\d\dT[\d:.]+Z)\}/;

/** Returns the mark of a time as it is stored in a text. */
export function momentMark(form: MomentForm, atMs: number): string {
  return `{${form}:${new Date(atMs).toISOString()}}`;
}

/** Splits a stored text into plain text and the times between. */
export function piecesOf(text: string): (string | TextMoment)[] {
  // The captured contents of marks are at odd indexes.
  return text.split(MARK).map((part, index) => {
    if (index % 2 === 0) return part;
    const colon = part.indexOf(":");
    return { form: part.slice(0, colon) as MomentForm, atMs: Date.parse(part.slice(colon + 1)) };
  });
}

/** Returns a stored text with its times formatted by `write`. */
export function withMoments(text: string, write: (moment: TextMoment) => string): string {
  return piecesOf(text)
    .map((piece) => (typeof piece === "string" ? piece : write(piece)))
    .join("");
}
