import type { ColumnType } from "kysely";

/** JSON is written as text and read as a value. */
type Json<Value> = ColumnType<Value, string, string>;

/** The speech service's database: accounts, access and usage. */
export interface ServiceDatabase {
  accounts: AccountTable;
  people: PersonTable;
  members: MemberTable;
  invitations: InvitationTable;
  api_keys: ApiKeyTable;
  dashboard_sessions: DashboardSessionTable;
  one_time_tokens: OneTimeTokenTable;
  second_steps: SecondStepTable;
  recovery_codes: RecoveryCodeTable;
  identities: IdentityTable;
  provider_visits: ProviderVisitTable;
  usage_days: UsageDayTable;
  account_limits: AccountLimitTable;
  quota_months: QuotaMonthTable;
  quota_reservations: QuotaReservationTable;
  usage_writers: UsageWriterTable;
  pronunciation_dictionaries: PronunciationDictionaryTable;
  pronunciations: PronunciationTable;
  voices: VoiceTable;
  jobs: JobTable;
  job_recordings: JobRecordingTable;
  job_transcripts: JobTranscriptTable;
  repeatable_requests: RepeatableRequestTable;
  secrets: SecretTable;
  mails: MailTable;
}

/** Accounts, to which keys, usage, voices and pronunciations belong. */
interface AccountTable {
  id: string;
  /** Address of the person it was made for, in lower case; identifies the account on the command line. */
  email: string;
  created_at: Date;
}

/** People who sign in. */
interface PersonTable {
  id: string;
  /** In lower case. */
  email: string;
  /** `scrypt$…`, see service/accounts/password.ts; null for a person without a password. */
  password_hash: string | null;
  /** When the person last proved that they read mail to the address; null if never. */
  email_confirmed_at: Date | null;
  created_at: Date;
}

/** The people who may use an account, and their roles. */
interface MemberTable {
  account_id: string;
  person_id: string;
  /** One of service/accounts/roles.ts. */
  role: string;
  created_at: Date;
}

/** Invitations to become a member of an account. */
interface InvitationTable {
  id: string;
  account_id: string;
  /** In lower case. */
  email: string;
  /** One of service/accounts/roles.ts. */
  role: string;
  /** SHA-256 of the token in its link, hexadecimal. */
  token_hash: string;
  /** Whether the link was mailed to the address, so that using it proves that the person reads mail there. */
  is_mailed: boolean;
  created_at: Date;
  expires_at: Date;
}

/** API keys, stored as hashes only; an account's dashboard has a row too, whose key cannot be sent. */
interface ApiKeyTable {
  id: string;
  account_id: string;
  name: string;
  /** The key's first characters, by which its owner recognises it. */
  prefix: string;
  /** SHA-256 of the whole key, hexadecimal; in a dashboard's row, a text that is not a hash. */
  hash: string;
  is_dashboard: boolean;
  created_at: Date;
  /** `dashboard`, `command` (`npm run accounts`) or `start` of the service; null for keys of before this was kept. */
  made_in: string | null;
  /** The person who made it in the dashboard; null where nobody did, or the person has left the service. */
  made_by: string | null;
  /** Written at most once a minute. */
  last_used_at: Date | null;
  revoked_at: Date | null;
}

/** Sessions of people who are signed in to the dashboard. */
interface DashboardSessionTable {
  /** SHA-256 of the cookie's value, hexadecimal. */
  token_hash: string;
  /** Identifies the session when the person ends it. */
  id: string;
  person_id: string;
  /** The account that is shown. */
  account_id: string;
  /** The browser's `User-Agent` when the session began; empty if unknown. */
  user_agent: string;
  created_at: Date;
  /** Written at most once a minute. */
  last_used_at: Date;
  expires_at: Date;
}

/** People's authenticator apps, whose codes signing in requires (TOTP, RFC 6238). */
interface SecondStepTable {
  person_id: string;
  /** The app's TOTP secret, in base32, encrypted (runtime/encryption.ts) for the person's id. */
  secret: string;
  /** Whether signing in requires a code; false until a first code was right. */
  is_on: boolean;
  /** The 30-second interval, counted from 1970, whose code was used last: each code works once. */
  last_counter: number;
}

/** Codes that each work once in place of an app's code. */
interface RecoveryCodeTable {
  person_id: string;
  /** SHA-256, hexadecimal. */
  code_hash: string;
}

/** People's identities at OpenID providers. */
interface IdentityTable {
  issuer: string;
  /** The provider's id of the person, which stays when an address changes. */
  subject: string;
  person_id: string;
  created_at: Date;
}

/** Sign-ins whose browser was sent to the provider and has not come back. */
interface ProviderVisitTable {
  /** SHA-256 of the cookie's value, hexadecimal. */
  token_hash: string;
  state: string;
  nonce: string;
  code_verifier: string;
  /** The page that signing in leads to. */
  next: string;
  expires_at: Date;
}

/** Tokens that work once. */
interface OneTimeTokenTable {
  /** SHA-256 of the token, hexadecimal. */
  token_hash: string;
  /** Its purpose, see service/accounts/one-time-tokens.ts. */
  purpose: string;
  email: string;
  /** Null if no person has the address yet. */
  person_id: string | null;
  expires_at: Date;
}

/** Usage of each key by product and UTC day. */
interface UsageDayTable {
  key_id: string;
  product: string;
  day: string;
  account_id: string;
  requests: number;
  /** Seconds of audio that were transcribed. */
  audio_seconds: number;
  /** Characters of text that were synthesized. */
  characters: number;
}

/** Limits set for one account, by their names in service/contract/limits.ts. */
interface AccountLimitTable {
  account_id: string;
  name: string;
  /** Null is no limit. */
  value: number | null;
}

/** The used and the reserved part of each account's quota: milliseconds of audio, or characters. */
interface QuotaMonthTable {
  account_id: string;
  /** The first UTC day of the month. */
  month: string;
  meter: string;
  used: number;
  /** The sum of the active reservations. */
  reserved: number;
}

/** Quota reserved by running requests; their process extends a reservation, which is released when it expires. */
interface QuotaReservationTable {
  id: string;
  account_id: string;
  month: string;
  meter: string;
  amount: number;
  expires_at: Date;
}

/** Processes that count usage, and the last batch that each has stored. */
interface UsageWriterTable {
  id: string;
  batch: number;
  written_at: Date;
}

/** How often the dictionary of an account was changed; a change locks its row. */
interface PronunciationDictionaryTable {
  account_id: string;
  version: number;
}

/** Pronunciations of words, by account; exactly one of `alias` and `ipa` is set. */
export interface PronunciationTable {
  id: string;
  account_id: string;
  word: string;
  /** Equal for two entries of the same word, see service/speech/pronunciations/pronunciation.ts. */
  word_key: string;
  alias: string | null;
  ipa: string | null;
  case_sensitive: boolean;
  word_boundaries: boolean;
  created_at: Date;
  updated_at: Date;
}

/** The speaker and manner read from a description when the voice was saved; see service/engine/model/model.ts. */
interface VoiceDesign {
  readonly description: string;
  readonly speaker: {
    readonly gender?: "female" | "male" | undefined;
    readonly age?: "child" | "young" | "middle-aged" | "old" | undefined;
    readonly seed: number;
  };
  readonly manner: {
    readonly pitchSemitones: number;
    readonly rangeFactor: number;
    readonly paceFactor: number;
    readonly tractLengthFactor: number;
    readonly brightnessDb: number;
    readonly breathiness: number;
  };
}

/**
 * Voices that accounts saved, made from a recording, which is not kept, or designed from a description; exactly one of `point`
 * and `design` is set.
 */
export interface VoiceTable {
  id: string;
  account_id: string;
  name: string;
  description: string;
  language: string;
  /** The synthesis model that the voice is for. */
  model: string;
  /** The model's voice space that `point` belongs to; in another space it would be a different voice. */
  voice_space: string;
  point: Json<readonly number[]> | null;
  /** Duration of the recording. */
  duration_seconds: number | null;
  consented_at: Date | null;
  /** The key with which consent was given. */
  consent_key_id: string | null;
  design: Json<VoiceDesign> | null;
  created_at: Date;
  updated_at: Date;
}

/** Transcription jobs of accounts. */
export interface JobTable {
  id: string;
  account_id: string;
  /** The key that created it, and whose usage it is. */
  key_id: string;
  /** One of service/jobs/job.ts; `arriving` while its recording is being stored. */
  status: "arriving" | "queued" | "running" | "succeeded" | "failed";
  /** The fields of the request, see service/contract/jobs.ts; `foreign` is a request of another vendor's API. */
  fields: Json<Readonly<Record<string, unknown>>>;
  /**
   * The addresses of recording and webhook, and what the webhook is signed with, as JSON, encrypted
   * (service/accounts/encryption.ts) for the job's id.
   */
  addresses: string;
  /** Size of the stored recording; 0 once it is deleted. */
  bytes: number;
  /** How often its work was begun, without the times that it was given back. */
  attempts: number;
  /** Id of the claim of the process that works at it, so that one that lost its claim writes nothing. */
  claim: string | null;
  /** When a process may take it: while one works at it, the end of a short lease that it extends; null when it has ended. */
  due_at: Date | null;
  transcribed_seconds: number;
  /** Duration of the whole recording; null until it is measured. */
  duration_seconds: number | null;
  /** Why it failed. */
  error: Json<JobFailure> | null;
  /** Codes of the transcript's warnings. */
  warnings: Json<readonly string[]>;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
  /** When it is deleted; null while it waits or runs. */
  expires_at: Date | null;
  /** When its webhook is to be tried; null where there is none, or no more. */
  webhook_due_at: Date | null;
  webhook_attempts: number;
}

/** An error as service/contract/errors.ts has it. */
export interface JobFailure {
  readonly name: string;
  readonly message: string;
  readonly param: string | null;
}

/** The recordings of jobs that have not ended, in pieces of a quarter of a megabyte. */
interface JobRecordingTable {
  job_id: string;
  position: number;
  content: Buffer;
}

/** The transcripts of jobs, as they are sent. */
interface JobTranscriptTable {
  job_id: string;
  content_type: string;
  content: string;
}

/** Requests with an Idempotency-Key: one of them runs, and repeats get its answer. */
interface RepeatableRequestTable {
  account_id: string;
  key: string;
  /** Fingerprint of the request; a different request under the same key is refused. */
  fingerprint: string;
  /** Id of the running request's claim, so that a request that lost its claim writes nothing. */
  claim: string;
  /** Null while the request runs. */
  answer: Json<RepeatableAnswer> | null;
  /** While the request runs, a short lease that its process extends; afterwards, when the answer is deleted. */
  expires_at: Date;
}

/** The answer to a repeated request; without a body, the result is made again. */
export interface RepeatableAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Mails about accounts that are to be sent. */
interface MailTable {
  id: string;
  recipient: string;
  /** Subject, text, HTML and language as JSON, encrypted (runtime/encryption.ts) for the mail's id. */
  letter: string;
  attempts: number;
  /** When it is to be tried; moved ahead by a process that is trying it. */
  due_at: Date;
  created_at: Date;
}

/** Secrets that all replicas share, made once. */
interface SecretTable {
  name: string;
  value: string;
}
