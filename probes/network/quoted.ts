import { cutText } from "#monitor/domain/cut-text.ts";

const MAX_QUOTED_CHARACTERS = 200;

/** Returns as much of what a checked server said as the message of a failure has room for, in UTF-16 units. */
export function quoted(text: string): string {
  return cutText(text, MAX_QUOTED_CHARACTERS);
}
