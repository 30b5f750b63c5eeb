import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { listenFault } from "./listen-fault.ts";
import { ConfigError } from "./settings.ts";

test("a program that cannot listen names the setting at fault, and other errors stay", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as { readonly port: number };
  const faultAt = async (place: { readonly host: string; readonly port: number }) => {
    const [error] = (await once(createServer().listen(place), "listening").catch(
      (cause: unknown) => [cause],
    )) as [unknown];
    return listenFault(error, "STATUS", place);
  };
  expect(await faultAt({ host: "127.0.0.1", port })).toEqual(
    new ConfigError(
      `STATUS_PORT is ${port}, which another program uses on 127.0.0.1; it takes a free port`,
    ),
  );
  expect(await faultAt({ host: "192.0.2.1", port: 0 })).toEqual(
    new ConfigError(
      'STATUS_HOST is "192.0.2.1", which is no address of this machine; it takes one that is',
    ),
  );
  taken.close();
  const other = new Error("other");
  expect(listenFault(other, "STATUS", { port })).toBe(other);
});

test.each<[object, string | undefined, string]>([
  [
    { code: "EADDRINUSE" },
    undefined,
    "STATUS_PORT is 80, which another program uses; it takes a free port",
  ],
  [
    { code: "EACCES", syscall: "listen" },
    "127.0.0.1",
    "STATUS_PORT is 80, which this user may not listen on; it takes a port above 1023",
  ],
  [
    { code: "ENOTFOUND", syscall: "getaddrinfo" },
    "nowhere",
    'STATUS_HOST is "nowhere", which is no address of this machine; it takes one that is',
  ],
  [
    { code: "EAFNOSUPPORT", syscall: "listen" },
    "::1",
    "STATUS_PORT is 80, where it cannot listen on ::1 (EAFNOSUPPORT)",
  ],
])("%j is a fault of the settings", (fields, host, message) => {
  const error = Object.assign(new Error("no"), fields);
  expect(listenFault(error, "STATUS", { host, port: 80 })).toEqual(new ConfigError(message));
});

test("a file that may not be read is no fault of a port", () => {
  const error = Object.assign(new Error("no"), { code: "EACCES", syscall: "open" });
  expect(listenFault(error, "STATUS", { port: 80 })).toBe(error);
});
