import { Type } from "typebox";
import type { Hook } from "./hook.ts";
import { readJson } from "./read-json.ts";
import { hmacOf, isSame } from "./signatures.ts";

const SIGNATURE = /\bv1=([0-9a-f]{64})\b/i;

/** The fields that are read from a V3 webhook, https://developer.pagerduty.com/docs/webhooks-overview. */
const Delivery = Type.Object({
  event: Type.Object({
    id: Type.String(),
    event_type: Type.String(),
    agent: Type.Union([Type.Null(), Type.Object({ summary: Type.Optional(Type.String()) })]),
    data: Type.Object({ incident_key: Type.Optional(Type.Union([Type.Null(), Type.String()])) }),
  }),
});

/** PagerDuty's webhook of an incident that was acknowledged there. */
export const pagerduty: Hook = {
  channel: "pagerduty",
  vendor: "PagerDuty",
  path: "/hooks/pagerduty",
  contentType: "application/json",
  isOpenToPages: false,
  isSigned: ({ headers }) => SIGNATURE.test(signatureIn(headers)),
  isSignedBy: ({ settings }, { headers, body }) => {
    const secret = settings["webhook_secret"];
    if (typeof secret !== "string") return false;
    const wanted = hmacOf(secret, body);
    // While a secret is being rotated, there are two signatures.
    return signatureIn(headers)
      .split(",")
      .some((one) => isSame(Buffer.from(SIGNATURE.exec(one)?.[1] ?? "", "hex"), wanted));
  },
  read: ({ body }) => {
    const delivery = readJson(Delivery, body.toString());
    if (delivery === undefined) return undefined;
    const { event_type, agent, data } = delivery.event;
    const isAcknowledged = event_type === "incident.acknowledged";
    return { alertId: isAcknowledged ? (data.incident_key ?? "") : "", by: agent?.summary ?? "" };
  },
  answer: (reply, outcome) => reply.code(202).send({ status: outcome }),
};

function signatureIn(headers: { readonly [name: string]: unknown }): string {
  const header = headers["x-pagerduty-signature"];
  return typeof header === "string" ? header : "";
}
