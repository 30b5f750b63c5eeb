import { expect, test } from "vitest";
import { redisRefusal } from "#service/access/limits/redis-refusals.ts";
import { openRequestLimits } from "#service/access/limits/request-limits.ts";
import { describeWithRedis, startRedis } from "../../support/databases/redis.ts";
import { freePort } from "../../support/free-port.ts";
import { startTlsProxy } from "../../support/servers/tls-proxy.ts";

/** Returns the one line that a process prints which starts with this address. */
async function reasonAtStart(url: string, tries = 5): Promise<string> {
  const reasons: string[] = [];
  await using limits = await openRequestLimits(url, (isDegraded, cause) => {
    if (isDegraded) reasons.push(redisRefusal(cause, url));
  });
  expect(limits.isDegraded).toBe(true);
  expect(reasons).toHaveLength(1);
  expect(reasons[0]).not.toMatch(/\n|s3cret/);
  // On a busy machine a server may not get to its answer within the second that it has.
  const isLate = reasons[0] === "no answer within 1000 ms" && tries > 1;
  return isLate ? reasonAtStart(url, tries - 1) : reasons[0]!;
}

describeWithRedis("an address of Redis that cannot be used", (server) => {
  test("says that the password is wrong, or missing", async () => {
    await using guarded = await startRedis(["--requirepass", "right"]);
    const { host } = new URL(guarded.url);
    expect(await reasonAtStart(`redis://:s3cret@${host}`)).toMatch(
      /^WRONGPASS .* \(REDIS_URL: .*password/,
    );
    expect(await reasonAtStart(guarded.url)).toMatch(/^NOAUTH .* \(REDIS_URL: .*password/);
  });

  test("says that nobody listens there, or that the host is not known", async () => {
    expect(await reasonAtStart(`redis://127.0.0.1:${await freePort()}`)).toMatch(/ECONNREFUSED/);
    expect(await reasonAtStart(`redis://localhost:${await freePort()}`)).toMatch(/ECONNREFUSED/);
    expect(await reasonAtStart("redis://no-such-host.invalid:6379")).toMatch(/ENOTFOUND|EAI_AGAIN/);
  });

  test("says what is wrong with TLS: a certificate of one's own, a port with it, a port without", async () => {
    await using proxy = await startTlsProxy(server().url.replace("redis:", "http:"));
    expect(await reasonAtStart(`rediss://localhost:${proxy.port}`)).toMatch(
      /self-signed certificate.* \(REDIS_URL: NODE_EXTRA_CA_CERTS/,
    );
    expect(await reasonAtStart(`redis://localhost:${proxy.port}`)).toMatch(
      /\(REDIS_URL: .*rediss:\/\//,
    );
    expect(await reasonAtStart(server().url.replace("redis:", "rediss:"))).toMatch(
      /\(REDIS_URL: .* takes redis:\/\//,
    );
  });

  test("says that the number of the database is too high", async () => {
    expect(await reasonAtStart(`${server().url}/99`)).toMatch(
      /DB index is out of range \(REDIS_URL: .*number/,
    );
  });

  test("says that nobody may write there: a replica, a full memory, a user without the right, a cluster", async () => {
    const { port } = new URL(server().url);
    await using replica = await startRedis(["--replicaof", "127.0.0.1", port]);
    expect(await reasonAtStart(replica.url)).toMatch(/^READONLY .*\(REDIS_URL: .*primary/);
    await using full = await startRedis(["--maxmemory", "1"]);
    expect(await reasonAtStart(full.url)).toMatch(/OOM .*\(REDIS_URL: .*maxmemory/);
    await using strict = await startRedis([
      "--user",
      "small",
      "on",
      ">pw",
      "~other:*",
      "+@connection",
    ]);
    const { host } = new URL(strict.url);
    expect(await reasonAtStart(`redis://small:pw@${host}`)).toMatch(/^NOPERM .*\(REDIS_URL: /);
    await using cluster = await startRedis(["--cluster-enabled", "yes"]);
    expect(await reasonAtStart(cluster.url)).toMatch(/CLUSTERDOWN .*\(REDIS_URL: .*Cluster/);
  });
});
