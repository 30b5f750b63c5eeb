/**
 * Moments inside texts that are stored: a text keeps the moment, as `{time:2026-11-21T11:25:00.000Z}`, and who shows it writes
 * the time by the clock of who reads. `since` is a moment from which something goes on.
 */
export type MomentForm = "time" | "since";

/** A moment of a text. */
export interface TextMoment {
  readonly form: MomentForm;
  readonly atMs: number;
}

const MARK = /\{((?:time|since):\d{4}-\d\d-\d\dT[\d:.]+Z)\}/;

/** Writes a moment as it is stored in a text. */
export function momentMark(form: MomentForm, atMs: number): string {
  return `{${form}:${new Date(atMs).toISOString()}}`;
}

/** Takes a stored text apart into what is said as it is, and the moments between. */
export function piecesOf(text: string): (string | TextMoment)[] {
  // What stands in marks comes at odd places.
  return text.split(MARK).map((part, index) => {
    if (index % 2 === 0) return part;
    const colon = part.indexOf(":");
    return { form: part.slice(0, colon) as MomentForm, atMs: Date.parse(part.slice(colon + 1)) };
  });
}

/** Writes a stored text with its moments as `write` writes them. */
export function withMoments(text: string, write: (moment: TextMoment) => string): string {
  return piecesOf(text)
    .map((piece) => (typeof piece === "string" ? piece : write(piece)))
    .join("");
}
