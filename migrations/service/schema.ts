/** The speech service's database: who may use it, and how much was used. */
export interface ServiceDatabase {
  accounts: AccountTable;
  api_keys: ApiKeyTable;
  dashboard_sessions: DashboardSessionTable;
  usage_days: UsageDayTable;
  account_limits: AccountLimitTable;
  quota_months: QuotaMonthTable;
  quota_reservations: QuotaReservationTable;
  secrets: SecretTable;
}

export interface AccountTable {
  id: string;
  /** In lower case. */
  email: string;
  /** `scrypt$…`, see service/accounts/password.ts. */
  password_hash: string;
  created_at: Date;
}

/** API keys; the key itself is shown once and not kept. */
export interface ApiKeyTable {
  id: string;
  account_id: string;
  name: string;
  /** The key's first characters, by which its owner recognises it. */
  prefix: string;
  /** SHA-256 of the whole key, hexadecimal. */
  hash: string;
  created_at: Date;
  /** Written at most once a minute. */
  last_used_at: Date | null;
  revoked_at: Date | null;
}

/** Who is signed in to the dashboard. */
export interface DashboardSessionTable {
  /** SHA-256 of the cookie's value, hexadecimal. */
  token_hash: string;
  account_id: string;
  created_at: Date;
  expires_at: Date;
}

/** What each key used of each product on each UTC day. */
export interface UsageDayTable {
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

/** Limits of an account's own, by their names in service/accounts/limits.ts. */
export interface AccountLimitTable {
  account_id: string;
  name: string;
  /** Null is no limit. */
  value: number | null;
}

/** What each account has used and reserved of its quota: milliseconds of audio, or characters. */
export interface QuotaMonthTable {
  account_id: string;
  /** The first UTC day of the month. */
  month: string;
  meter: string;
  used: number;
  /** The sum of the reservations that run. */
  reserved: number;
}

/** What requests that run may use of the quota; kept by their process, and given back when they expire. */
export interface QuotaReservationTable {
  id: string;
  account_id: string;
  month: string;
  meter: string;
  amount: number;
  expires_at: Date;
}

/** Secrets that all replicas share, made once. */
export interface SecretTable {
  name: string;
  value: string;
}
