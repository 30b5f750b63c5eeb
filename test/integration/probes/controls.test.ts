import { connect } from "node:net";

import { describe, expect, test } from "vitest";

import { Controls } from "../../../probes/run/controls.ts";
import { loopbackControls } from "../../../probes/run/loopback-controls.ts";
import { freePort } from "../../support/free-port.ts";
import { runOnce } from "../../support/run-once.ts";
import { startTcpServer } from "../../support/servers/tcp-server.ts";
import { writtenCheck, writtenControls } from "../../support/probes/written-checks.ts";

const host = "127.0.0.1";

describe("controls", () => {
  test("leave a failure to the target when they come out as expected", async () => {
    await using outside = await startTcpServer(() => {});
    const controls = new Controls([
      ...loopbackControls,
      ...writtenControls([
        { id: "outside", kind: "tcp", host, port: outside.port, expect: "pass" },
        { id: "nowhere", kind: "tcp", host: "nowhere.invalid", port: 80, expect: "fail" },
      ]),
    ]);
    const found = await runOnce(await checkOfNothing(), controls);
    expect(found).toMatchObject({ result: "failed", reason: "connect_refused" });
  });

  test("put a failure down to the prober that reaches nobody else either", async () => {
    const port = await freePort();
    const controls = new Controls(
      writtenControls([{ id: "outside", kind: "tcp", host, port, expect: "pass" }]),
    );
    const found = await runOnce(await checkOfNothing(), controls);
    expect(found).toMatchObject({ result: "prober_error", reason: "prober_offline" });
    expect(found.message).toMatch(
      /^control outside failed: .*ECONNREFUSED.*: tcp:\/\/127\.0\.0\.1:/,
    );
  });

  test("put a failure down to the prober that was cut off from its database as well", async () => {
    const check = await checkOfNothing();
    const foundWith = (isAway: boolean) =>
      runOnce(check, new Controls(loopbackControls, { wasAwaySince: async () => isAway }));
    expect(await foundWith(true)).toMatchObject({
      result: "prober_error",
      reason: "prober_offline",
      message: expect.stringMatching(/^the database was away at the same time, .*ECONNREFUSED/),
    });
    expect(await foundWith(false)).toMatchObject({ result: "failed" });
  });

  test("put a failure down to whoever answers for everybody", async () => {
    // A captive portal: it answers on any address, with a page of its own.
    await using portal = await startTcpServer((socket) => {
      socket.once("data", () => socket.end("HTTP/1.1 302 Found\r\nlocation: /login\r\n\r\n"));
    });
    const controls = new Controls([
      ...loopbackControls,
      ...writtenControls([{ id: "nowhere", kind: "tcp", host, port: portal.port, expect: "fail" }]),
    ]);
    const check = writtenCheck({ kind: "http", url: `http://${host}:${portal.port}/` });
    const found = await runOnce(check, controls);
    expect(found).toMatchObject({ result: "prober_error", reason: "prober_intercepted" });
    expect(found.message).toMatch(/^control nowhere passed, and has to fail: .*status 302/);
  });

  test("are not asked while checks pass", async () => {
    await using target = await startTcpServer(() => {});
    let connections = 0;
    await using outside = await startTcpServer(() => (connections += 1));
    const controls = new Controls(
      writtenControls([{ id: "outside", kind: "tcp", host, port: outside.port, expect: "pass" }]),
    );
    const found = await runOnce(writtenCheck({ kind: "tcp", host, port: target.port }), controls);
    expect(found.result).toBe("ok");
    expect(connections).toBe(0);
  });

  test("are asked once for failures that come together, and anew for one that began later", async () => {
    const ports: number[] = [];
    await using outside = await startTcpServer((socket) => ports.push(socket.remotePort ?? 0));
    const controls = new Controls(
      writtenControls([{ id: "outside", kind: "tcp", host, port: outside.port, expect: "pass" }]),
    );
    const beganMs = performance.now();
    const together = Array.from({ length: 20 }, () => controls.faultSince(beganMs));
    expect(await Promise.all(together)).toEqual(Array(20).fill(null));
    expect(await controls.faultSince(beganMs)).toBeNull();
    expect(await controls.faultSince(performance.now())).toBeNull();
    await using probe = connect(outside.port, host);
    // Connections are accepted in order: once this one is, so are all that the controls made.
    while (!ports.includes(probe.localPort ?? -1)) await new Promise((next) => setImmediate(next));
    expect(ports).toHaveLength(3);
  });
});

/** A check of a port that nobody listens on. */
async function checkOfNothing() {
  return writtenCheck({ kind: "tcp", host, port: await freePort() });
}
