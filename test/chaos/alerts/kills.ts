import { setTimeout as sleep } from "node:timers/promises";
import { alertChannels } from "#monitor/alerts/channels/channels.ts";
import { eventually } from "../../support/eventually.ts";
import type { Outcome } from "../fault.ts";
import { kill } from "../faults/killed.ts";
import { type Alerting, RECEIVERS, startAlerting } from "./alerting.ts";
import {
  complaintsOfRepeats,
  type Gone,
  openedAnew,
  type SentMessage,
  sentByHttp,
  sentByMail,
} from "./sent-messages.ts";

export const NAME = "prober and status API killed while alerts are sent";

/** Vendors answer within this, so that kills find messages on their way. */
const ANSWER_MS = 300;
const WITHIN_MS = 1_500;
const CHANGE_MS = 90_000;

/**
 * Kills prober and status API so many times at random moments, most of them while a vendor was just asked, while a target fails and
 * recovers again and again; no alert may be lost, and none told twice where that can be known.
 */
export async function killAlerting(kills: number, random: () => number): Promise<Outcome> {
  await using alerting = await startAlerting();
  const { db, vendors, mailServer, statusApi, prober } = alerting;
  vendors.answerAfter(() => random() * ANSWER_MS);
  const gone: Gone[] = [];
  const killing = (async () => {
    for (let done = 0; done < kills; done += 1) {
      const choice = random();
      // The status API tells; the prober alone is killed now and then.
      if (choice < 0.7) await Promise.race([vendors.requestedNext(), sleep(2 * WITHIN_MS)]);
      await sleep(random() * (choice < 0.7 ? ANSWER_MS : WITHIN_MS));
      const hit = choice < 0.6 ? [statusApi] : choice < 0.8 ? [statusApi, prober] : [prober];
      const fromMs = Date.now();
      await Promise.all(hit.map(kill));
      if (hit.includes(statusApi)) gone.push({ fromMs, untilMs: Date.now() });
    }
  })();
  let isOver = false;
  void killing.finally(() => (isOver = true)).catch(() => undefined);
  let cycles = 0;
  do {
    await change(alerting, true);
    await change(alerting, false);
    cycles += 1;
  } while (!isOver);
  await killing;
  const recoveringMs = performance.now();
  await eventually("nothing waits", async () => (await waiting(alerting)) === 0, CHANGE_MS);
  const recoveredAfterMs = performance.now() - recoveringMs;

  const sent = [...vendors.taken.map(sentByHttp), ...mailServer.mails.map(sentByMail)];
  const came = new Set(sent.map(nameOf));
  const alerts = await db.selectFrom("alerts").select("id").execute();
  const due = await readDue(alerting);
  const lost = [...due.filter((one) => !came.has(one)), ...(await missing(alerting))];
  const repeats = complaintsOfRepeats(sent, gone, ANSWER_MS);
  const strange = [...came].filter((one) => !due.includes(one));
  return {
    name: `${NAME}, ${kills} times`,
    hits: "prober, status API",
    recoveredAfterMs,
    acknowledged: due.length,
    lost: lost.length,
    double: sent.length - due.length,
    complaints: [
      ...lost.map((one) => `lost: ${one}`),
      ...repeats,
      ...openedAnew(sent),
      ...strange.map((one) => `of no alert: ${one}`),
      ...(alerts.length < cycles * alerting.checks.length ? ["a failure had no alert"] : []),
    ],
  };
}

/** Lets the target fail or recover, and waits until every check has an alert, or none. */
async function change({ db, fail, checks }: Alerting, isFailing: boolean): Promise<void> {
  fail(isFailing);
  await eventually(
    isFailing ? "every check has an alert" : "all alerts have ended",
    async () => {
      const open = await db
        .selectFrom("alerts")
        .select("check_id")
        .where("resolved_at", "is", null)
        .execute();
      return open.length === (isFailing ? checks.length : 0);
    },
    CHANGE_MS,
  );
}

/** Where alerts are kept each has a beginning and an end; where messages are read one may tell of several alerts. */
function nameOf({
  receiver,
  alertId,
  kind,
}: Pick<SentMessage, "receiver" | "alertId" | "kind">): string {
  const isKept = alertChannels[receiver]?.keepsAlerts === true;
  return isKept ? `${receiver} ${alertId} ${kind}` : `${receiver} ${alertId}`;
}

/** Reads what receivers have to have heard: each message that no other one carries. */
async function readDue({ db }: Alerting): Promise<string[]> {
  const rows = await db
    .selectFrom("alert_messages")
    .select(["receiver", "alert_id", "kind"])
    .where("carried_by", "is", null)
    .where("kind", "in", ["trigger", "resolve"])
    .execute();
  return rows.map(({ receiver, alert_id, kind }) =>
    nameOf({
      receiver,
      alertId: String(alert_id),
      kind: kind === "resolve" ? "resolve" : "trigger",
    }),
  );
}

/** Reads how many of the messages that there have to be were never written. */
async function missing({ db }: Alerting): Promise<readonly string[]> {
  const alerts = await db.selectFrom("alerts").select("id").execute();
  const rows = await db.selectFrom("alert_messages").selectAll().execute();
  const written = new Set(
    rows.map(({ receiver, alert_id, kind }) => `${receiver} ${alert_id} ${kind}`),
  );
  return alerts.flatMap(({ id }) =>
    RECEIVERS.flatMap((receiver) =>
      ["trigger", "resolve"].map((kind) => `${receiver} ${id} ${kind}`),
    ).filter((one) => !written.has(one)),
  );
}

async function waiting({ db }: Alerting): Promise<number> {
  const rows = await db
    .selectFrom("alert_messages")
    .select("id")
    .where("delivered_at", "is", null)
    .execute();
  return rows.length;
}
