import type { ApiKey } from "../../accounts/store.ts";
import type { KeyRow } from "../../web/dashboard/frame/content.ts";

/** A key as its owner sees it. */
export function keyRow({ id, name, prefix, createdAt, lastUsedAt, revokedAt }: ApiKey): KeyRow {
  return {
    id,
    name,
    prefix,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    isRevoked: revokedAt !== null,
  };
}
