import type { ColumnType } from "kysely";

/** JSON is written as text and read as a value. */
type Json<Value> = ColumnType<Value, string, string>;

/** The speech service's database: who may use it, and how much was used. */
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
  repeatable_requests: RepeatableRequestTable;
  secrets: SecretTable;
  mails: MailTable;
}

/** What keys, usage, voices and pronunciations belong to. */
interface AccountTable {
  id: string;
  /** Of whom it was made for, in lower case; the command line knows the account by it. */
  email: string;
  created_at: Date;
}

/** Who signs in. */
interface PersonTable {
  id: string;
  /** In lower case. */
  email: string;
  /** `scrypt$…`, see service/accounts/password.ts; null for somebody who has no password. */
  password_hash: string | null;
  /** When the person was last known to read what is sent to the address; null is never. */
  email_confirmed_at: Date | null;
  created_at: Date;
}

/** Who may use an account, and as what. */
interface MemberTable {
  account_id: string;
  person_id: string;
  /** One of service/accounts/roles.ts. */
  role: string;
  created_at: Date;
}

/** Who was asked to become a member. */
interface InvitationTable {
  id: string;
  account_id: string;
  /** In lower case. */
  email: string;
  /** One of service/accounts/roles.ts. */
  role: string;
  /** SHA-256 of the token in its link, hexadecimal. */
  token_hash: string;
  /** Whether the link was mailed to the address, so that whoever has it reads what is sent there. */
  is_mailed: boolean;
  created_at: Date;
  expires_at: Date;
}

/** API keys, which are not kept themselves; an account's dashboard counts as a key of its own that nobody can send. */
interface ApiKeyTable {
  id: string;
  account_id: string;
  name: string;
  /** The key's first characters, by which its owner recognises it. */
  prefix: string;
  /** SHA-256 of the whole key, hexadecimal; of a dashboard's row, a text that is none. */
  hash: string;
  is_dashboard: boolean;
  created_at: Date;
  /** Written at most once a minute. */
  last_used_at: Date | null;
  revoked_at: Date | null;
}

/** Who is signed in to the dashboard. */
interface DashboardSessionTable {
  /** SHA-256 of the cookie's value, hexadecimal. */
  token_hash: string;
  /** What the person ends it by. */
  id: string;
  person_id: string;
  /** The account that is shown. */
  account_id: string;
  /** What the browser called itself when the session began; empty where that is not known. */
  user_agent: string;
  created_at: Date;
  /** Written at most once a minute. */
  last_used_at: Date;
  expires_at: Date;
}

/** Whose app shows codes that signing in asks for (RFC 6238). */
interface SecondStepTable {
  person_id: string;
  /** What the app computes codes from, in base32, encrypted (service/accounts/encryption.ts) for the person's id. */
  secret: string;
  /** Whether signing in asks for it; not before a first code was right. */
  is_on: boolean;
  /** The 30 seconds, counted from 1970, whose code was used last: each code works once. */
  last_counter: number;
}

/** What signs in once in place of such a code. */
interface RecoveryCodeTable {
  person_id: string;
  /** SHA-256, hexadecimal. */
  code_hash: string;
}

/** Whom OpenID providers know people as. */
interface IdentityTable {
  issuer: string;
  /** The provider's name for the person, which stays when an address changes. */
  subject: string;
  person_id: string;
  created_at: Date;
}

/** Browsers that were sent to the provider and are awaited back. */
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

/** Tokens that one use ends. */
interface OneTimeTokenTable {
  /** SHA-256 of the token, hexadecimal. */
  token_hash: string;
  /** What it is for, see service/accounts/one-time-tokens.ts. */
  purpose: string;
  email: string;
  /** Null where nobody has the address yet. */
  person_id: string | null;
  expires_at: Date;
}

/** What each key used of each product on each UTC day. */
interface UsageDayTable {
  key_id: string;
  product: string;
  day: string;
  account_id: string;
  requests: number;
  /** Seconds of audio that were transcribed. */
  audio_seconds: number;
  /** Characters of text that were spoken. */
  characters: number;
}

/** Limits of an account's own, by their names in service/contract/limits.ts. */
interface AccountLimitTable {
  account_id: string;
  name: string;
  /** Null is no limit. */
  value: number | null;
}

/** What each account has used and reserved of its quota: milliseconds of audio, or characters. */
interface QuotaMonthTable {
  account_id: string;
  /** The first UTC day of the month. */
  month: string;
  meter: string;
  used: number;
  /** The sum of the reservations that run. */
  reserved: number;
}

/** What requests that run may use of the quota; kept by their process, and given back when they expire. */
interface QuotaReservationTable {
  id: string;
  account_id: string;
  month: string;
  meter: string;
  amount: number;
  expires_at: Date;
}

/** A process that counts usage, and the last batch of it that is here. */
interface UsageWriterTable {
  id: string;
  batch: number;
  written_at: Date;
}

/** How often the dictionary of an account was changed; whoever changes it holds its row. */
interface PronunciationDictionaryTable {
  account_id: string;
  version: number;
}

/** How accounts have words spoken; one of alias and ipa is there. */
export interface PronunciationTable {
  id: string;
  account_id: string;
  word: string;
  /** The same for two entries of one word, see service/speech/pronunciations/pronunciation.ts. */
  word_key: string;
  alias: string | null;
  ipa: string | null;
  case_sensitive: boolean;
  word_boundaries: boolean;
  created_at: Date;
  updated_at: Date;
}

/** Who speaks and how, as a description was read when the voice was saved; see service/engine/model/model.ts. */
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

/** Voices that accounts saved, of a recording, which is not kept, or designed from a description; one of point and design is there. */
export interface VoiceTable {
  id: string;
  account_id: string;
  name: string;
  description: string;
  language: string;
  /** The synthesis model that the voice is for. */
  model: string;
  /** The voice space of that model that the point lies in; in another space it would be another voice. */
  voice_space: string;
  point: Json<readonly number[]> | null;
  /** Of the recording. */
  duration_seconds: number | null;
  consented_at: Date | null;
  /** The key with which consent was given. */
  consent_key_id: string | null;
  design: Json<VoiceDesign> | null;
  created_at: Date;
  updated_at: Date;
}

/** Requests with an Idempotency-Key: one of them runs, and the others get its answer. */
interface RepeatableRequestTable {
  account_id: string;
  key: string;
  /** What was asked for; another request under the same key is refused. */
  fingerprint: string;
  /** Names the request that runs, so that one that lost its claim writes nothing. */
  claim: string;
  /** Null while the request runs. */
  answer: Json<RepeatableAnswer> | null;
  /** While it runs, shortly ahead and moved on by its process; then when the answer is forgotten. */
  expires_at: Date;
}

/** What a repeated request is answered with; without a body, what it asked for is made again. */
export interface RepeatableAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Mails about accounts that are to be sent. */
interface MailTable {
  id: string;
  recipient: string;
  /** Subject, text, HTML and language as JSON, encrypted (service/accounts/encryption.ts) for the mail's id. */
  letter: string;
  attempts: number;
  /** When it is tried; a process that tries it has moved this on. */
  due_at: Date;
  created_at: Date;
}

/** Secrets that all replicas share, made once. */
interface SecretTable {
  name: string;
  value: string;
}
