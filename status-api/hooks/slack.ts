import { MINUTE_MS } from "#units/time.ts";
import { Type } from "typebox";
import { ACKNOWLEDGE_ACTION } from "#monitor/alerts/channels/slack.ts";
import type { Hook } from "./hook.ts";
import { readJson } from "./read-json.ts";
import { hmacOf, isSame } from "./signatures.ts";

/** Slack recommends to refuse older requests, which somebody may have recorded. */
const MAX_AGE_MS = 5 * MINUTE_MS;

/** The fields that are read from an interaction, https://docs.slack.dev/reference/interaction-payloads/block_actions-payload. */
const Interaction = Type.Object({
  user: Type.Object({ username: Type.Optional(Type.String()), name: Type.Optional(Type.String()) }),
  actions: Type.Optional(
    Type.Array(Type.Object({ action_id: Type.String(), value: Type.Optional(Type.String()) })),
  ),
});

/** A button that was pressed in a message in Slack. */
export const slack: Hook = {
  channel: "slack",
  vendor: "Slack",
  path: "/hooks/slack",
  contentType: "application/x-www-form-urlencoded",
  isOpenToPages: false,
  isSigned: ({ headers, nowMs }) => {
    const atMs = Number(headers["x-slack-request-timestamp"]) * 1_000;
    return Math.abs(nowMs - atMs) <= MAX_AGE_MS && headers["x-slack-signature"] !== undefined;
  },
  isSignedBy: ({ settings }, { headers, body }) => {
    const secret = settings["signing_secret"];
    if (typeof secret !== "string") return false;
    const signed = `v0:${String(headers["x-slack-request-timestamp"])}:`;
    const wanted = hmacOf(secret, Buffer.concat([Buffer.from(signed), body]));
    const given = /^v0=([0-9a-f]{64})$/.exec(String(headers["x-slack-signature"]))?.[1] ?? "";
    return isSame(Buffer.from(given, "hex"), wanted);
  },
  read: ({ body }) => {
    const interaction = readJson(
      Interaction,
      new URLSearchParams(body.toString()).get("payload") ?? "",
    );
    if (interaction === undefined) return undefined;
    const { user, actions = [] } = interaction;
    const pressed = actions.find(({ action_id }) => action_id === ACKNOWLEDGE_ACTION);
    return { alertId: pressed?.value ?? "", by: user.name ?? user.username ?? "" };
  },
  // Slack takes an empty answer for a press that was understood; who acknowledged it comes as a message.
  answer: (reply) => reply.code(200).send(),
};
