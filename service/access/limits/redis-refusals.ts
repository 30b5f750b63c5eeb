import { reasonOf } from "#runtime/reason.ts";

/** What a Redis server, or the way to it, says, what mends it, and the protocol of the addresses that this is said of. */
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

/** Says in one line why Redis cannot be used at its address and, where that is known, what mends it. */
export function redisRefusal(error: unknown, url = ""): string {
  const reason = reasonOf(error);
  const remedy = REMEDIES.find(
    ([said, , protocol = ""]) => said.test(reason) && url.startsWith(protocol),
  )?.[1];
  return remedy === undefined ? reason : `${reason} (REDIS_URL: ${remedy})`;
}
