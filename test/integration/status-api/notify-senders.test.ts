import { once } from "node:events";
import { createServer } from "node:net";

import { afterAll, beforeAll, describe, expect } from "vitest";
import { longTest, shortDescribe, shortTest } from "../../support/lengths.ts";

import { openMailSender } from "#mail/sender.ts";
import type { Resolve } from "#runtime/allowed-lookup.ts";
import { openWebhookSender } from "#status-api/delivery/senders.ts";

import { startMailServer } from "../../support/servers/mail-server.ts";
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from "../../support/servers/webhook-receiver.ts";

const never = new AbortController().signal;
const message = { body: "{}", id: "msg_1" };

describe("the webhook sender", () => {
  let receiver: WebhookReceiver;
  let port: string;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    ({ port } = new URL(receiver.url));
  });
  afterAll(() => receiver[Symbol.asyncDispose]());

  /** Names that a resolver under somebody else's control gives addresses of ours. */
  const resolveTo =
    (resolved: string[], ...addresses: string[]): Resolve =>
    async (hostname) => {
      resolved.push(hostname);
      return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    };

  shortTest.each(["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1"])(
    "does not connect to %s, whatever name it hides behind",
    async (address) => {
      const resolved: string[] = [];
      const sender = openWebhookSender({ allowPrivate: false }, resolveTo(resolved, address));
      const url = `https://rebound.example:${port}/`;
      const result = await sender.send({ ...message, url }, Date.now(), never);
      expect(result).toEqual({
        kind: "refused",
        error: "the name has no address that webhooks go to",
      });
      expect(resolved).toEqual(["rebound.example"]);
      await sender.close();
    },
  );

  shortTest("connects to the address that was checked: the name is looked up once", async () => {
    const resolved: string[] = [];
    const sender = openWebhookSender(
      { allowPrivate: true },
      resolveTo(resolved, "169.254.169.254", "127.0.0.1"),
    );
    const before = receiver.received.length;
    const url = `http://rebound.example:${port}/path`;
    expect(await sender.send({ ...message, url }, Date.now(), never)).toEqual({
      kind: "delivered",
    });
    expect(resolved).toEqual(["rebound.example"]);
    expect(receiver.received.slice(before)).toMatchObject([{ path: "/path", text: "{}" }]);
    await sender.close();
  });

  shortTest(
    "refuses literal addresses and plain HTTP that the setting no longer allows",
    async () => {
      const sender = openWebhookSender({ allowPrivate: false });
      const before = receiver.received.length;
      for (const url of [`http://127.0.0.1:${port}/`, `https://127.0.0.1:${port}/`]) {
        expect(await sender.send({ ...message, url }, Date.now(), never)).toMatchObject({
          kind: "refused",
        });
      }
      expect(receiver.received).toHaveLength(before);
      await sender.close();
    },
  );

  shortTest("says in short what went wrong, without the address", async () => {
    const unknownName: Resolve = async () => {
      throw Object.assign(new Error("getaddrinfo ENOTFOUND secret.example"), { code: "ENOTFOUND" });
    };
    const sender = openWebhookSender({ allowPrivate: true }, unknownName);
    const url = "https://secret.example/";
    expect(await sender.send({ ...message, url }, Date.now(), never)).toEqual({
      kind: "failed",
      error: "ENOTFOUND",
      isReceiversFault: true,
      mayHaveArrived: false,
    });
    await sender.close();
  });

  longTest("gives a receiver that does not answer ten seconds", async () => {
    await using silent = await startWebhookReceiver();
    silent.answerWith(() => {});
    const sender = openWebhookSender({ allowPrivate: true });
    const url = `${silent.url}/`;
    expect(await sender.send({ ...message, url }, Date.now(), never)).toEqual({
      kind: "failed",
      error: "no answer within 10000 ms",
      isReceiversFault: true,
      mayHaveArrived: true,
    });
    await sender.close();
  });

  shortTest("stops at once when it is told to", async () => {
    await using silent = await startWebhookReceiver();
    const stop = new AbortController();
    silent.answerWith(() => stop.abort());
    const sender = openWebhookSender({ allowPrivate: true });
    const url = `${silent.url}/`;
    expect(await sender.send({ ...message, url }, Date.now(), stop.signal)).toMatchObject({
      kind: "failed",
      isReceiversFault: false,
    });
    await sender.close();
  });
});

shortDescribe("the mail sender", () => {
  const mail = {
    subject: "s",
    text: "t",
    html: "<p>t</p>",
    messageId: "<1@example.org>",
    language: "en",
  } as const;

  shortTest("blames nobody for a server that says nothing, and stops when told to", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no TCP address");
    const stop = new AbortController();
    server.once("connection", (socket) => {
      socket.on("error", () => {});
      stop.abort();
      server.once("close", () => socket.destroy());
    });
    const sender = openMailSender({
      smtpUrl: `smtp://127.0.0.1:${address.port}`,
      from: "status@example.org",
    });
    expect(await sender.send("ayse@example.com", mail, stop.signal)).toEqual({
      kind: "failed",
      error: "the mail server did not finish in time",
      isReceiversFault: false,
    });
    sender.close();
    server.close();
  });

  shortTest("blames nobody for a password that the server does not take yet", async () => {
    const passwords = new Set(["before"]);
    await using server = await startMailServer(passwords);
    const smtpUrl = server.url.replace("//", "//status:after@");
    const sender = openMailSender({ smtpUrl, from: "status@example.org" });
    const send = () => sender.send("ayse@example.com", mail, never);
    expect(await send()).toMatchObject({ kind: "failed", isReceiversFault: false });
    passwords.add("after");
    expect(await send()).toEqual({ kind: "delivered" });
    sender.close();
  });
});
