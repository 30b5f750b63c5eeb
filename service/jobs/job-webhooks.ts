import type { Logger } from "pino";
import { Webhook } from "standardwebhooks";
import { startRecurring, type Recurring } from "#runtime/recurring.ts";
import type { WebhookResult, WebhookSender } from "#runtime/webhook-sender.ts";
import { ApiError } from "../contract/errors.ts";
import { webhookJson } from "./job-body.ts";
import { formOf, type JobForms } from "./job-form.ts";
import type { DueWebhook, Job } from "./job.ts";
import { type JobStore, LOOK_EVERY_MS } from "./job-store.ts";

/** How an attempt to send a webhook ended. */
export type WebhookOutcome = "delivered" | "failed" | "given_up";

interface WebhookOptions {
  readonly jobs: JobStore;
  readonly webhooks: WebhookSender;
  readonly forms: JobForms;
  readonly onOutcome: (outcome: WebhookOutcome) => void;
  readonly log: Logger;
}

/** Delays in seconds before a webhook is tried again; it is given up with its job, a day after the job's end. */
const RETRIES = [10, 60, 300, 1800, 3600];

/** Sends the webhooks of jobs that have ended, each until its receiver has it; disposing of it ends attempts in progress. */
export function startJobWebhooks(options: WebhookOptions): Recurring {
  const { jobs, webhooks, onOutcome, log } = options;
  const stopping = new AbortController();
  let isFailing = false;
  const send = async (due: DueWebhook): Promise<void> => {
    const result = await attempt(due, options, stopping.signal);
    const retryInSeconds = stopping.signal.aborted ? 0 : retryAfter(result, due.attempts);
    await jobs.settleWebhook(due.job.id, retryInSeconds);
    onOutcome(outcomeOf(result, retryInSeconds));
    if (result.kind === "delivered" || stopping.signal.aborted) return;
    // The address may be a secret and stays out of the log.
    log.info(
      { job: due.job.id, reason: result.error, attempt: due.attempts },
      "the webhook of a job could not be delivered",
    );
  };
  const look = async (): Promise<number> => {
    try {
      let due = await jobs.takeWebhooks();
      while (due.length > 0) {
        await Promise.all(due.map(send));
        due = stopping.signal.aborted ? [] : await jobs.takeWebhooks();
      }
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, "webhooks wait: the database cannot be reached");
      isFailing = true;
    }
    return LOOK_EVERY_MS;
  };
  const looking = startRecurring(look);
  return {
    wake: looking.wake,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await looking[Symbol.asyncDispose]();
      await webhooks.close();
    },
  };
}

async function attempt(
  { job, webhook }: DueWebhook,
  options: WebhookOptions,
  stop: AbortSignal,
): Promise<WebhookResult> {
  if (webhook === undefined) {
    return { kind: "refused", error: "its secret is encrypted with another ENCRYPTION_KEY" };
  }
  if (job.foreign !== undefined && options.forms[job.foreign.form] === undefined) {
    return { kind: "refused", error: `there is no form ${job.foreign.form}` };
  }
  const { url, method, secret } = webhook;
  const { body, headers } = await letterOf(job, options);
  const signer = secret === undefined ? undefined : new Webhook(secret);
  const sending = { url, method, body, headers, id: `msg_${job.id}`, signer };
  return options.webhooks.send(sending, Date.now(), stop);
}

interface Letter {
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns what a webhook says: that the job has ended, or in the form of a vendor's API the transcript itself. */
async function letterOf(job: Job, { jobs, forms }: WebhookOptions): Promise<Letter> {
  const form = formOf(job, forms);
  if (form === undefined) return { body: JSON.stringify(webhookJson(job)) };
  const transcript = job.error === undefined ? await jobs.transcript(job.id) : undefined;
  const body =
    transcript?.text ?? JSON.stringify(form.failure(job.error ?? new ApiError("no_transcript")));
  return { body, headers: form.headers };
}

/** Returns the seconds after which a webhook is tried again; undefined for one that was delivered or is given up. */
function retryAfter(result: WebhookResult, attempts: number): number | undefined {
  if (result.kind !== "failed") return undefined;
  const requestedSeconds = Math.min((result.retryAfterMs ?? 0) / 1000, RETRIES.at(-1)!);
  return Math.max(RETRIES[attempts - 1] ?? RETRIES.at(-1)!, requestedSeconds);
}

function outcomeOf(result: WebhookResult, retryInSeconds: number | undefined): WebhookOutcome {
  if (result.kind === "delivered") return "delivered";
  return retryInSeconds === undefined ? "given_up" : "failed";
}
