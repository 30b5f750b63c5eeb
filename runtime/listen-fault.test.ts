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
