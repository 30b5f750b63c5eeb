import { createHmac } from "node:crypto";
import type { FastifyReply } from "fastify";
import { describe, expect, test } from "vitest";
import type { AlertReceiver } from "#monitor/alerts/configuration.ts";
import { ACKNOWLEDGE_ACTION } from "#monitor/alerts/channels/slack.ts";
import { ACKNOWLEDGE_PREFIX } from "#monitor/alerts/channels/telegram.ts";
import { acknowledgeSignature } from "../alerts/acknowledge-link.ts";
import { alertTexts } from "../texts/texts.ts";
import type { Hook, HookRequest } from "./hook.ts";
import { ntfy } from "./ntfy.ts";
import { pagerduty } from "./pagerduty.ts";
import { slack } from "./slack.ts";
import { telegram } from "./telegram.ts";

const nowMs = Date.parse("2026-11-21T12:00:00Z");
const nowSeconds = nowMs / 1000;

const request = (change: Partial<HookRequest> = {}): HookRequest => ({
  headers: {},
  params: {},
  body: Buffer.alloc(0),
  nowMs,
  linkSecret: "link secret",
  ...change,
});

const receiver = (settings: AlertReceiver["settings"], id = "phone"): AlertReceiver => ({
  id,
  channel: "x",
  language: "en",
  fallback: null,
  settings,
});

const hmac = (secret: string, text: string | Buffer) =>
  createHmac("sha256", secret).update(text).digest("hex");
const readJson = (read: typeof telegram.read, value: unknown) =>
  read(request({ body: Buffer.from(JSON.stringify(value)) }));

describe("a button in Slack", () => {
  const body = Buffer.from("payload=x");
  const signed = (atSeconds: number, secret = "s") => ({
    "x-slack-request-timestamp": String(atSeconds),
    "x-slack-signature": `v0=${hmac(secret, `v0:${atSeconds}:payload=x`)}`,
  });

  test.each([
    [0, true],
    [300, true],
    [-300, true],
    [301, false],
    [-301, false],
  ])("that was pressed %i s ago is heard: %s", (seconds, isSigned) => {
    expect(slack.isSigned(request({ headers: signed(nowSeconds - seconds) }))).toBe(isSigned);
  });

  test("has a time and a signature", () => {
    const { "x-slack-signature": signature, ...time } = signed(nowSeconds);
    expect(slack.isSigned(request({ headers: time }))).toBe(false);
    expect(slack.isSigned(request({ headers: { "x-slack-signature": signature } }))).toBe(false);
  });

  test("is signed by the receiver's secret, over its time and its body", () => {
    const headers = signed(nowSeconds);
    const isSigned = (secret: unknown, change: Partial<HookRequest> = {}) =>
      slack.isSignedBy(
        receiver({ signing_secret: secret } as AlertReceiver["settings"]),
        request({ headers, body, ...change }),
      );
    expect(isSigned("s")).toBe(true);
    expect(isSigned("other")).toBe(false);
    expect(isSigned(undefined)).toBe(false);
    expect(isSigned("s", { body: Buffer.from("payload=y") })).toBe(false);
    const later = { ...headers, "x-slack-request-timestamp": String(nowSeconds + 1) };
    expect(isSigned("s", { headers: later })).toBe(false);
    const bare = { ...headers, "x-slack-signature": headers["x-slack-signature"].slice(3) };
    expect(isSigned("s", { headers: bare })).toBe(false);
  });

  test.each<[unknown, { alertId: string; by: string } | undefined]>([
    [
      {
        user: { name: "ada", username: "al" },
        actions: [{ action_id: ACKNOWLEDGE_ACTION, value: "a1" }],
      },
      { alertId: "a1", by: "ada" },
    ],
    [
      { user: { username: "al" }, actions: [{ action_id: "other", value: "a1" }] },
      { alertId: "", by: "al" },
    ],
    [
      { user: {}, actions: [{ action_id: ACKNOWLEDGE_ACTION }] },
      { alertId: "", by: "" },
    ],
    [{ user: {} }, { alertId: "", by: "" }],
    [{ actions: [] }, undefined],
    [undefined, undefined],
  ])("%j says what it acknowledges", (payload, acknowledgement) => {
    const form = new URLSearchParams({ payload: JSON.stringify(payload) ?? "{" });
    expect(slack.read(request({ body: Buffer.from(form.toString()) }))).toEqual(acknowledgement);
  });

  test("is no interaction without a payload", () => {
    expect(slack.read(request({ body: Buffer.from("x=1") }))).toBeUndefined();
  });
});

describe("a button in Telegram", () => {
  const headers = { "x-telegram-bot-api-secret-token": "s" };

  test("has the receiver's secret", () => {
    expect(telegram.isSigned(request({ headers }))).toBe(true);
    expect(telegram.isSigned(request())).toBe(false);
    expect(telegram.isSignedBy(receiver({ webhook_secret: "s" }), request({ headers }))).toBe(true);
    expect(telegram.isSignedBy(receiver({ webhook_secret: "t" }), request({ headers }))).toBe(
      false,
    );
    expect(telegram.isSignedBy(receiver({}), request({ headers }))).toBe(false);
  });

  test.each<[unknown, object | undefined]>([
    [
      {
        callback_query: {
          id: "q1",
          data: `${ACKNOWLEDGE_PREFIX}a1`,
          from: { first_name: "Ada", username: "al" },
        },
      },
      { alertId: "a1", by: "al", requestId: "q1" },
    ],
    [
      { callback_query: { id: "q1", data: "to-acknowledge:a1", from: { first_name: "Ada" } } },
      { alertId: "", by: "Ada", requestId: "q1" },
    ],
    [{ callback_query: { id: "q1", from: {} } }, { alertId: "", by: "", requestId: "q1" }],
    [{ message: {} }, { alertId: "", by: "", requestId: "" }],
    [{ callback_query: {} }, undefined],
    [[], undefined],
  ])("%j says what it acknowledges", (update, acknowledgement) => {
    expect(readJson(telegram.read, update)).toEqual(acknowledgement);
  });

  test("is no update that is not JSON", () => {
    expect(telegram.read(request({ body: Buffer.from("{") }))).toBeUndefined();
  });
});

describe("a button in ntfy", () => {
  const params = (signature: string, change: object = {}) => ({
    receiver: "phone",
    alert: "a1",
    signature,
    ...change,
  });

  test.each([
    [43, true],
    [42, false],
    [44, false],
    [0, false],
  ])("has a signature of %i characters: %s", (length, isSigned) => {
    expect(ntfy.isSigned(request({ params: params("a".repeat(length)) }))).toBe(isSigned);
  });

  test("is signed for its receiver and its alert", () => {
    const signature = acknowledgeSignature("link secret", "phone", "a1");
    const withButton = receiver({ acknowledge_button: true });
    const isSigned = (change: object = {}, one = withButton) =>
      ntfy.isSignedBy(one, request({ params: params(signature, change) }));
    expect(ntfy.isSigned(request({ params: params(signature) }))).toBe(true);
    expect(isSigned()).toBe(true);
    expect(isSigned({ alert: "a2" })).toBe(false);
    expect(isSigned({ receiver: "mail" })).toBe(false);
    expect(isSigned({ receiver: "mail" }, receiver({ acknowledge_button: true }, "mail"))).toBe(
      false,
    );
    expect(isSigned({}, receiver({ acknowledge_button: false }))).toBe(false);
  });

  test("is acknowledged by its receiver", () => {
    expect(ntfy.read(request({ params: params("x") }))).toEqual({ alertId: "a1", by: "phone" });
    expect(ntfy.read(request())).toEqual({ alertId: "", by: "" });
  });
});

describe("a webhook of PagerDuty", () => {
  const body = Buffer.from("{}");
  const by = (header: string | undefined, secret: string | undefined = "s") => {
    const delivered = request({ body, headers: { "x-pagerduty-signature": header } });
    const settings = secret === "" ? {} : { webhook_secret: secret };
    return [pagerduty.isSigned(delivered), pagerduty.isSignedBy(receiver(settings), delivered)];
  };
  const valid = `v1=${hmac("s", body)}`;

  test("is signed by the receiver's secret, perhaps by two while it is rotated", () => {
    expect(by(valid)).toEqual([true, true]);
    expect(by(`v1=${hmac("old", body)},${valid}`)).toEqual([true, true]);
    expect(by(valid, "other")).toEqual([true, false]);
    expect(by(valid, "")).toEqual([true, false]);
    expect(by(valid.slice(0, -1))).toEqual([false, false]);
    expect(by(undefined)).toEqual([false, false]);
  });

  const event = (change: object) => ({
    event: {
      id: "e1",
      event_type: "incident.acknowledged",
      agent: { summary: "Ada" },
      data: { incident_key: "a1" },
      ...change,
    },
  });

  test.each<[unknown, object | undefined]>([
    [event({}), { alertId: "a1", by: "Ada" }],
    [event({ event_type: "incident.resolved" }), { alertId: "", by: "Ada" }],
    [event({ agent: null, data: { incident_key: null } }), { alertId: "", by: "" }],
    [event({ agent: {}, data: {} }), { alertId: "", by: "" }],
    [event({ data: undefined }), undefined],
  ])("%j says what it acknowledges", (delivery, acknowledgement) => {
    expect(readJson(pagerduty.read, delivery)).toEqual(acknowledgement);
  });

  test("is none that is not JSON", () => {
    expect(pagerduty.read(request({ body: Buffer.from("{") }))).toBeUndefined();
  });
});

describe("an answer", () => {
  /** Returns the status and the body with which a press that did something is answered. */
  function answerOf(hook: Hook, outcome: "acknowledged" | "ignored", requestId?: string) {
    const answered: unknown[] = [];
    const reply = {
      code: (status: number) => {
        answered.push(status);
        return reply;
      },
      send: (body: unknown) => {
        answered.push(body);
        return reply;
      },
    };
    const acknowledgement = {
      alertId: "a1",
      by: "Ada",
      ...(requestId !== undefined && { requestId }),
    };
    hook.answer(reply as unknown as FastifyReply, outcome, acknowledgement, "tr");
    return answered;
  }

  test("is what the vendor takes", () => {
    expect(answerOf(slack, "acknowledged")).toEqual([200, undefined]);
    expect(answerOf(ntfy, "ignored")).toEqual([200, { status: "ignored" }]);
    expect(answerOf(pagerduty, "acknowledged")).toEqual([202, { status: "acknowledged" }]);
  });

  test("of Telegram is shown to whoever pressed the button, in the receiver's language", () => {
    expect(answerOf(telegram, "ignored", "q1")).toEqual([
      200,
      {
        method: "answerCallbackQuery",
        callback_query_id: "q1",
        text: alertTexts.tr.pressed.ignored,
      },
    ]);
    expect(answerOf(telegram, "ignored", "")).toEqual([200, {}]);
    expect(answerOf(telegram, "ignored")).toEqual([200, {}]);
  });

  test("may be read by pages of other sites where the vendor's web app sends the press", () => {
    const open = [slack, telegram, ntfy, pagerduty].filter(({ isOpenToPages }) => isOpenToPages);
    expect(open).toEqual([ntfy]);
  });
});
