import { expect, test } from "vitest";
import { openRequestLimits } from "#service/access/limits/request-limits.ts";
import { eventually } from "../../support/eventually.ts";
import { startFaultyProxy } from "../../support/servers/faulty-proxy.ts";
import { describeWithRedis } from "../../support/databases/redis.ts";

describeWithRedis("limits while their server comes and goes", (server) => {
  test("a process counts alone, and shares again what it holds when the server is back", async () => {
    const changes: boolean[] = [];
    await using one = await openRequestLimits(server().url, (isDegraded) =>
      changes.push(isDegraded),
    );
    await using other = await openRequestLimits(server().url, () => undefined);
    await eventually("both share", () => !one.isDegraded && !other.isDegraded);
    changes.length = 0;
    const { lease } = await one.lease("places", 2);

    await server().kill();
    expect(await one.count("requests", 2, 60)).toMatchObject({ allowed: true, remaining: 1 });
    expect(one.isDegraded).toBe(true);
    // What it held before counts on; what the other holds it cannot know.
    const { lease: second } = await one.lease("places", 2);
    expect(second).toBeDefined();
    expect(await one.lease("places", 2)).toEqual({ lease: undefined, running: 2 });
    expect((await other.lease("places", 2)).lease).toBeDefined();

    await server().start();
    await eventually("both share again", () => !one.isDegraded && !other.isDegraded);
    expect(changes.slice(0, 2)).toEqual([true, false]);
    // Three run, since each side knew but its own; nobody gets a fourth.
    expect(await other.running("places")).toBe(3);
    lease?.release();
    second?.release();
    await eventually("both are free", async () => (await other.running("places")) === 1);
  });

  test("places that are given back while the server is away are free when it is back", async () => {
    await using proxy = await startFaultyProxy(Number(new URL(server().url).port));
    const url = `redis://127.0.0.1:${proxy.port}`;
    await using cut = await openRequestLimits(url, () => undefined);
    await using other = await openRequestLimits(server().url, () => undefined);
    await eventually("both share", () => !cut.isDegraded && !other.isDegraded);
    const held = [await cut.lease("given back", 2), await cut.lease("given back", 2)];
    expect((await other.lease("given back", 2)).lease).toBeUndefined();
    proxy.cut();
    for (const { lease } of held) lease?.release();
    await eventually("it counts alone", () => cut.isDegraded);
    proxy.comeBack();
    await eventually("it shares again", () => !cut.isDegraded);
    expect(await other.running("given back")).toBe(0);
  });

  test("a server that hangs holds no request up for long", async () => {
    await using limits = await openRequestLimits(server().url, () => undefined);
    await eventually("it shares", () => !limits.isDegraded);
    server().freeze();
    try {
      expect((await limits.count("hanging", 1, 60)).allowed).toBe(true);
      expect(limits.isDegraded).toBe(true);
      expect((await limits.count("hanging", 1, 60)).allowed).toBe(false);
    } finally {
      server().thaw();
    }
    await eventually("it shares again", () => !limits.isDegraded);
  });

  test("a process that starts while the server is away counts alone until it comes", async () => {
    await server().kill();
    await using limits = await openRequestLimits(server().url, () => undefined);
    expect(limits.isDegraded).toBe(true);
    expect((await limits.count("early", 1, 60)).allowed).toBe(true);
    await server().start();
    await eventually("it shares", () => !limits.isDegraded);
    expect((await limits.count("early", 1, 60)).allowed).toBe(true);
  });
});
