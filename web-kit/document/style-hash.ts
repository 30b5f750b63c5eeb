import { createHash } from "node:crypto";

/** Returns by what a content security policy names a style that stands in a page. */
export function styleHash(style: string): string {
  return `'sha256-${createHash("sha256").update(style).digest("base64")}'`;
}
