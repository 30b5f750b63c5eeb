import { alertChannels } from "#monitor/alerts/channels/channels.ts";
import type { TakenAlert } from "../../support/servers/alert-vendor-server.ts";
import type { ReceivedMail } from "../../support/servers/mail-server.ts";

/** One message about an alert that a receiver was sent. */
export interface SentMessage {
  readonly receiver: string;
  readonly alertId: string;
  readonly kind: "trigger" | "resolve";
  /** The vendor's deduplication key; the same for a message that is sent again. */
  readonly key: string;
  readonly isMarked: boolean;
  readonly atMs: number;
}

const MARK = "you may have this already";

export function sentByHttp({ channel, headers, path, text, takenAtMs }: TakenAlert): SentMessage {
  const [, link, step] =
    /console\/alerts\/([a-z0-9]+)|alerts\/([a-z0-9]+)\/close/.exec(`${text} ${path}`) ?? [];
  const body: unknown = JSON.parse(text);
  const one = (Array.isArray(body) ? body[0] : body) as Readonly<Record<string, unknown>>;
  const alertId = link ?? step ?? String(one["dedup_key"]);
  const isOver = /Recovered:|"resolve"/.test(text) || step !== undefined;
  const kind = isOver ? "resolve" : "trigger";
  const id = headers["webhook-id"] ?? one["dedup_key"] ?? one["alias"] ?? one["sequence_id"];
  const key = JSON.stringify(id ?? step ?? [one["labels"], one["startsAt"]]);
  return { receiver: channel, alertId, kind, key, isMarked: text.includes(MARK), atMs: takenAtMs };
}

export function sentByMail({
  subject = "",
  text = "",
  messageId = "",
  date,
}: ReceivedMail): SentMessage {
  const [, alertId = ""] = /console\/alerts\/([a-z0-9]+)/.exec(text) ?? [];
  const kind = subject.startsWith("Recovered:") ? "resolve" : "trigger";
  const atMs = Date.parse(date ?? "");
  return {
    receiver: "email",
    alertId,
    kind,
    key: messageId,
    isMarked: subject.includes(MARK),
    atMs,
  };
}

/** From the moment that the teller was killed until it was started again: what comes meanwhile was sent before. */
export interface Gone {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** How long after its answer a message may be noted as sent. */
const NOTING_MS = 2_000;

/**
 * Says what is wrong with what came more than once: a vendor that knows repeats has to see that each is one; to another it may come
 * once more for each kill that found it on its way, and says so.
 */
export function complaintsOfRepeats(
  messages: readonly SentMessage[],
  gone: readonly Gone[],
  answerMs: number,
): string[] {
  const groups = Map.groupBy(
    messages,
    ({ receiver, alertId, kind }) => `${receiver} ${alertId} ${kind}`,
  );
  return [...groups].flatMap(([name, group]) => {
    const [first, ...again] = group.toSorted((one, other) => one.atMs - other.atMs);
    if (first === undefined || again.length === 0) return [];
    if (alertChannels[first.receiver]?.knowsRepeats === true) {
      return again.every(({ key }) => key === first.key) ? [] : [`twice under two keys: ${name}`];
    }
    const inFlight = gone.filter(({ fromMs, untilMs }) =>
      group.some(({ atMs }) => atMs >= fromMs - answerMs - NOTING_MS && atMs <= untilMs),
    );
    return [
      ...(again.length > inFlight.length ? [`again without a kill that found it: ${name}`] : []),
      ...(again.every(({ isMarked }) => isMarked) ? [] : [`again without saying so: ${name}`]),
    ];
  });
}

/** Those that opened at a vendor that keeps alerts after they had ended there. */
export function openedAnew(messages: readonly SentMessage[]): string[] {
  const kept = messages.filter(({ receiver }) => alertChannels[receiver]?.keepsAlerts === true);
  const groups = Map.groupBy(kept, ({ receiver, alertId }) => `${receiver} ${alertId}`);
  return [...groups].flatMap(([name, group]) => {
    const times = (kind: SentMessage["kind"]) =>
      group.filter((one) => one.kind === kind).map(({ atMs }) => atMs);
    const isAnew = Math.max(...times("trigger"), 0) > Math.min(...times("resolve"), Infinity);
    return isAnew ? [`opened anew after its end: ${name}`] : [];
  });
}
