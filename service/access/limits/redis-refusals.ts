import { reasonOf } from "#runtime/reason.ts";

/** Errors of a Redis server or of the connection to it, the remedy, and the URL protocol that the entry is limited to. */
const REMEDIES: readonly (readonly [said: RegExp, remedy: string, protocol?: string])[] = [
  [/^WRONGPASS|^NOAUTH/, "it takes another user or password, as redis://USER:PASSWORD@HOST:PORT"],
  [/^NOPERM/, "its user takes the right to run scripts on speech-limits:*"],
  [/DB index is out of range/, "it has no database of the number that the address ends with"],
  [
    /certificate|altnames/i,
    "NODE_EXTRA_CA_CERTS names a file with the certificate of an authority of your own",
  ],
  [
    /wrong version number|packet length too long|http request/,
    "its port does not speak TLS: redis:// and not rediss://",
  ],
  [/^Socket closed unexpectedly/, "where its port speaks TLS it takes rediss://", "redis:"],
  [
    /^(no answer within|Connection timeout)/,
    "where its port has no TLS it takes redis://",
    "rediss:",
  ],
  [/^(CLUSTERDOWN|MOVED|CROSSSLOT)/, "Redis Cluster cannot be used: it takes one server"],
  [/^READONLY/, "it is a replica that nobody may write to: it takes the primary"],
  [/^OOM/, "its memory is full: it takes a larger maxmemory"],
];

/** Returns in one line why Redis cannot be used at its address and, where known, the remedy. */
export function redisRefusal(error: unknown, url = ""): string {
  // Redis goes on about its protocol.
  const reason = reasonOf(error).replace(/^NOAUTH .*/, "NOAUTH Authentication required");
  const remedy = REMEDIES.find(
    ([said, , protocol = ""]) => said.test(reason) && url.startsWith(protocol),
  )?.[1];
  return remedy === undefined ? reason : `${reason} (REDIS_URL: ${remedy})`;
}
