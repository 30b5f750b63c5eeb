/** What commands answer, as it is printed with --json; times are ISO 8601, null is none. */
export type Answer =
  | { readonly object: "accounts"; readonly data: readonly AccountAnswer[] }
  | {
      readonly object: "new_account";
      readonly id: string;
      readonly email: string;
      /** Null when it was given. */
      readonly password: string | null;
      readonly api_key: NewKeyAnswer;
    }
  /** The password is null when it was given. */
  | { readonly object: "password"; readonly email: string; readonly password: string | null }
  | { readonly object: "keys"; readonly data: readonly KeyAnswer[] }
  | ({ readonly object: "new_key" } & NewKeyAnswer)
  | {
      readonly object: "quota";
      readonly month: string;
      readonly resets_at: string;
      readonly data: readonly QuotaAnswer[];
    }
  | { readonly object: "limits"; readonly data: readonly LimitAnswer[] }
  | { readonly object: "usage"; readonly month: string; readonly data: readonly UsageAnswer[] };

export interface AccountAnswer {
  readonly id: string;
  readonly email: string;
  readonly keys: number;
  readonly created_at: string;
}

export interface KeyAnswer {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}

export interface NewKeyAnswer extends KeyAnswer {
  readonly key: string;
}

export interface QuotaAnswer {
  readonly name: string;
  readonly limit: number | null;
  readonly used: number;
  readonly reserved: number;
}

export interface LimitAnswer {
  readonly name: string;
  readonly value: number | null;
  readonly default: number;
  readonly is_own: boolean;
}

export interface UsageAnswer {
  readonly day: string;
  readonly product: string;
  /** The key's name. */
  readonly key: string;
  readonly requests: number;
  readonly audio_seconds: number;
  readonly characters: number;
}
