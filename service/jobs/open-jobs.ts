import type { OpenDatabase } from "#database/open-database.ts";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import type { AddressPolicy } from "#runtime/public-url.ts";
import { openWebhooks } from "#runtime/webhook-sender.ts";
import type { Encryption } from "#runtime/encryption.ts";
import { JobStore } from "./job-store.ts";
import { startJobWebhooks, type WebhookOutcome } from "./job-webhooks.ts";
import { startJobWorker, type WorkerOptions } from "./job-worker.ts";

interface JobsOptions extends Omit<WorkerOptions, "jobs" | "isEmbedded" | "onEnd"> {
  readonly database: OpenDatabase<ServiceDatabase>;
  readonly encryption: Encryption;
  /** Maximum size of all stored recordings together. */
  readonly maxBytes: number;
  readonly webhookUrls: AddressPolicy;
  readonly onWebhook: (outcome: WebhookOutcome) => void;
}

/** The jobs of the service and this process's work at them. */
export interface OpenJobs extends AsyncDisposable {
  readonly store: JobStore;
  /** Looks for jobs at once. */
  readonly wake: () => void;
}

/** Maximum time from the first packet of a webhook to the status line. */
const WEBHOOK_TIMEOUT_MS = 10_000;

/** Opens the jobs of a database, and works at them until disposed of. */
export async function openJobs(options: JobsOptions): Promise<OpenJobs> {
  const { database, encryption, maxBytes, webhookUrls, forms, onWebhook, log } = options;
  const store = new JobStore(database.db, encryption, maxBytes);
  const isEmbedded = database.system === "embedded";
  if (isEmbedded) await store.freeAll();
  const webhooks = startJobWebhooks({
    jobs: store,
    webhooks: openWebhooks({
      policy: webhookUrls,
      userAgent: "speech-service",
      timeoutMs: WEBHOOK_TIMEOUT_MS,
    }),
    forms,
    onOutcome: onWebhook,
    log,
  });
  const worker = startJobWorker({ ...options, jobs: store, isEmbedded, onEnd: webhooks.wake });
  return {
    store,
    wake: worker.wake,
    async [Symbol.asyncDispose]() {
      await worker[Symbol.asyncDispose]();
      await webhooks[Symbol.asyncDispose]();
    },
  };
}
