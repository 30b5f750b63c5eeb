import { expect, test } from "vitest";
import type { AlertReceiver } from "./configuration.ts";
import type { TextCipher } from "../domain/text-cipher.ts";
import { openReceiver, sealReceiver } from "./sealed-receiver.ts";

const receiver: AlertReceiver = {
  id: "phone",
  channel: "pagerduty",
  language: "en",
  fallback: null,
  settings: { routing_key: "a-secret", webhook_secret: "another" },
};

/** Stands for encryption: what it wrote is read for the same purpose alone. */
const cipher: TextCipher = {
  encrypt: (text, purpose) => Buffer.from(JSON.stringify([purpose, text])).toString("base64"),
  decrypt(stored, purpose) {
    const [of, text] = JSON.parse(Buffer.from(stored, "base64").toString()) as [string, string];
    return of === purpose ? { text, isCurrent: true } : undefined;
  },
};

test("a receiver is stored without a readable secret, and is read again", () => {
  const stored = sealReceiver(receiver, cipher);
  expect(JSON.stringify(stored)).not.toContain("secret");
  expect(stored).toMatchObject({ id: "phone", channel: "pagerduty", language: "en" });
  expect(openReceiver(stored, cipher)).toEqual(receiver);
});

test("without a key, and for another receiver, there are no settings", () => {
  const stored = sealReceiver(receiver, cipher);
  expect(openReceiver(stored, undefined)).toEqual({ ...receiver, settings: {}, isSealed: true });
  expect(openReceiver({ ...stored, id: "other" }, cipher).isSealed).toBe(true);
});

test("what was stored readable is taken as it is, with a key and without", () => {
  expect(sealReceiver(receiver, undefined)).toEqual(receiver);
  expect(openReceiver(receiver, cipher)).toEqual(receiver);
});
