import type { Drain } from "#runtime/drain.ts";
import type { AddressPolicy } from "#runtime/public-url.ts";
import type { KeyCheck } from "../../access/key-check.ts";
import type { Admission } from "../../access/admission.ts";
import type { Authenticate } from "../../access/authenticate.ts";
import type { Guard } from "../../access/guard.ts";
import type { RequestLimits } from "../../access/limits/request-limits.ts";
import type { Quota } from "../../access/quota/quota.ts";
import type { UsageLedger } from "../../access/quota/usage.ts";
import type { SessionSecret } from "../../accounts/session-secret.ts";
import type { AccountStore } from "../../accounts/store.ts";
import type { TranscriptFormatName } from "../../contract/transcriptions.ts";
import type { JobStore } from "../../jobs/job-store.ts";
import type { PronunciationStore } from "../../speech/pronunciations/pronunciation-store.ts";
import type { SpeechStores } from "../../speech/speak.ts";
import type { Idempotency } from "./idempotency.ts";
import type { ServiceMetrics } from "./metrics.ts";
import type { Receipts } from "./receipts.ts";
import type { Spool } from "./spool.ts";

/** Services that routes and sockets depend on. */
export interface ApiServices extends SpeechStores {
  readonly drain: Drain;
  readonly accounts: AccountStore;
  readonly authenticate: Authenticate;
  readonly keyCheck: Pick<KeyCheck, "checkId">;
  readonly admission: Admission;
  readonly guard: Guard;
  readonly limits: RequestLimits;
  readonly quota: Quota;
  readonly usage: UsageLedger;
  readonly metrics: ServiceMetrics;
  readonly idempotency: Idempotency;
  readonly receipts: Receipts;
  /** Buffers speech that is made ahead of its readers. */
  readonly spool: Spool;
  readonly pronunciations: PronunciationStore;
  readonly jobs: JobStore;
  /** Called when a job was added. */
  readonly onJob: () => void;
  /** Signs the tokens of demo sessions. */
  readonly sessionSecret: SessionSecret;
  /** The second name of the transcription model. */
  readonly compatModelId: string;
  /** Policy for the URLs of recordings that requests name. */
  readonly recordingUrls: AddressPolicy;
  /** Policy for the URLs of webhooks that requests name. */
  readonly webhookUrls: AddressPolicy;
  /** Formats of transcripts in which numbers are figures unless a request says otherwise. */
  readonly smartFormats: readonly TranscriptFormatName[];
  /** Bearer tokens that /metrics accepts; if there are none, only this machine can read it. */
  readonly metricsTokens: readonly string[];
  /** {base_url} and {tts_url}, without a trailing slash; known once the service listens. */
  readonly publicUrl: () => string;
  readonly ttsUrl: () => string;
}
