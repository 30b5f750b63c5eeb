import type { FastifyBaseLogger } from "fastify";
import type { Database, DatabaseTransaction } from "#migrations/status/schema.ts";
import type { TextCipher } from "#monitor/domain/text-cipher.ts";
import { reasonOf } from "#runtime/reason.ts";
import { madeInTurns } from "#runtime/turns.ts";
import {
  afterAttempt,
  type AfterAttempt,
  type ClaimedMessage,
  type LeasedMessage,
} from "./attempt.ts";
import { DELIVERY_LIMITS } from "./limits.ts";
import { lease, type MessageTable, renewLeases, settle } from "./message-table.ts";
import { ownFault, type Senders, type SendResult } from "./senders.ts";

export interface DueMessage {
  readonly id: number;
  /** Messages of one lane share a limit of concurrent attempts, which other lanes do not affect. */
  readonly lane: string;
}

/** Messages of one kind, as their owner knows them; all that delivering takes beyond this is the courier's. */
export interface MessageQueue<Message extends ClaimedMessage> {
  readonly table: MessageTable;
  /** How long the message of a process that died is left alone, in ms; a live process renews its leases. */
  readonly leaseMs: number;
  /** Returns due messages in the order in which they are to be tried. */
  readonly findDue: () => Promise<readonly DueMessage[]>;
  /** Whether the end of an attempt lets another message begin at once; otherwise it begins at the next look. */
  readonly looksOn: boolean;
  /** Returns the maximum number of concurrent attempts in a lane. */
  readonly roomOf: (lane: string) => number;
  /** Reads a message that was just leased, in the transaction that leases it. */
  readonly claim: (tx: DatabaseTransaction, leased: LeasedMessage) => Promise<Message>;
  /** Tries to deliver a message once; rejects when it cannot be built. */
  readonly send: (message: Message, stop: AbortSignal) => Promise<SendResult>;
  /** Counts and logs what came of an attempt; `error` is null for a delivery. */
  readonly report: (message: Message, after: AfterAttempt, error: string | null) => void;
  /** Writes what else an attempt changes, in the transaction that writes what came of it. */
  readonly settle: (
    tx: DatabaseTransaction,
    message: Message,
    after: AfterAttempt,
    result: SendResult,
  ) => Promise<void>;
  /** The log message for an attempt of which nothing could be written. */
  readonly unwritten: string;
}

/** What every part that delivers messages is given. */
export interface DeliveryContext {
  readonly db: Database;
  /** Reads the secrets of receivers; undefined where they are not encrypted. */
  readonly cipher?: TextCipher | undefined;
  readonly logger: FastifyBaseLogger;
  readonly nowMs: () => number;
}

export interface CourierOptions extends DeliveryContext, Senders {
  /** The URL of the page, without a trailing slash. */
  readonly statusUrl: string;
  /** Returns a random number from 0 to 1, for the jitter of retries. */
  readonly random?: (() => number) | undefined;
}

/** How long attempts in progress may take to end by themselves when the process stops. */
const GRACE_MS = 5_000;
/** Leases are renewed several times before they end, in case the database is slow once. */
const RENEWALS_PER_LEASE = 4;

/** Creates a courier; any number of them may share a database. Disposing it lets attempts in progress end. */
export function createCourier<Message extends ClaimedMessage>(
  queue: MessageQueue<Message>,
  { db, logger, nowMs, random = Math.random }: CourierOptions,
) {
  const { table, leaseMs } = queue;
  const stopping = new AbortController();
  const underWay = new Map<Promise<void>, DueMessage>();
  /** The messages whose leases are renewed. */
  const sending = new Set<Message>();
  let renewal: Promise<void> | undefined;
  /** Due messages that wait for a free attempt; claiming one checks that it is still due. */
  let waiting: readonly DueMessage[] = [];
  /** Whether due messages are read again, though some of those read wait. */
  let isStale = false;
  const looks = new Set<Promise<void>>();
  let isStopped = false;

  const renewing = setInterval(() => {
    // Errors are ignored: the next look reports a database that does not answer.
    renewal ??= renewLeases(db, table, [...sending], leaseMs, nowMs())
      .catch(() => undefined)
      .finally(() => (renewal = undefined));
  }, leaseMs / RENEWALS_PER_LEASE);

  const attempt = async (message: Message): Promise<void> => {
    try {
      sending.add(message);
      // A message that cannot be built is retried and given up like one that cannot be sent.
      const result = await queue
        .send(message, stopping.signal)
        .catch((error: unknown) => ownFault(reasonOf(error)));
      sending.delete(message);
      // A renewal in progress must not postpone the retry that is written next.
      await renewal;
      const after = afterAttempt(message, result, nowMs(), random(), stopping.signal.aborted);
      queue.report(message, after, result.kind === "delivered" ? null : result.error);
      await db.transaction().execute(async (tx) => {
        const isOurs = await settle(tx, table, message, after, result, nowMs());
        if (isOurs) await queue.settle(tx, message, after, result);
      });
    } catch (error) {
      // The message is retried when its lease ends.
      logger.warn({ reason: reasonOf(error) }, queue.unwritten);
    }
  };

  const hasRoomFor = ({ id, lane }: DueMessage): boolean => {
    const busy = [...underWay.values()];
    return (
      underWay.size < DELIVERY_LIMITS.atOnce &&
      busy.filter((one) => one.lane === lane).length < queue.roomOf(lane) &&
      busy.every((one) => one.id !== id)
    );
  };

  const start = async (due: DueMessage): Promise<void> => {
    const message = await db.transaction().execute(async (tx) => {
      const leased = await lease(tx, table, due.id, leaseMs, nowMs());
      return leased && queue.claim(tx, leased);
    });
    if (message === undefined) return;
    const attempted = attempt(message).then(() => {
      underWay.delete(attempted);
      // Another message may have waited for this one to end.
      if (queue.looksOn) void lookSoon().catch(() => undefined);
    });
    underWay.set(attempted, due);
  };

  const lookInTurn = madeInTurns(async () => {
    if (isStale || waiting.length === 0) {
      isStale = false;
      waiting = await queue.findDue();
    }
    const kept: DueMessage[] = [];
    for (const due of waiting) {
      if (isStopped || !hasRoomFor(due)) kept.push(due);
      else await start(due);
    }
    waiting = kept;
  });

  const lookSoon = (): Promise<void> => {
    if (isStopped) return Promise.resolve();
    const look = lookInTurn().finally(() => looks.delete(look));
    looks.add(look);
    return look;
  };

  const settled = async (): Promise<void> => {
    while (underWay.size + looks.size > 0) {
      await Promise.allSettled([...underWay.keys(), ...looks]);
    }
  };

  return {
    /** Starts delivering due messages, up to the limits on concurrent attempts; rejects when the database does not answer. */
    look: (): Promise<void> => {
      isStale = true;
      return lookSoon();
    },
    /** Resolves when no attempt is in progress, and no due message waits for a free one. */
    settled,
    async [Symbol.asyncDispose](): Promise<void> {
      isStopped = true;
      await endAttempts(stopping, settled);
      clearInterval(renewing);
    },
  };
}

/** Resolves when attempts have `settled`; `stopping` cuts those off that take longer than the grace. */
export async function endAttempts(
  stopping: AbortController,
  settled: () => Promise<void>,
): Promise<void> {
  const grace = setTimeout(() => stopping.abort(), GRACE_MS);
  try {
    await settled();
  } finally {
    clearTimeout(grace);
  }
}
