import { createHash } from "node:crypto";

/** Returns the source with which a content security policy allows an inline style. */
export function styleHash(style: string): string {
  return `'sha256-${createHash("sha256").update(style).digest("base64")}'`;
}
