export interface KeyRow {
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly isRevoked: boolean;
}

export interface UsageRow {
  readonly day: string;
  readonly product: string;
  readonly requests: number;
  readonly audioSeconds: number;
  readonly characters: number;
}

/** What whoever is not signed in sees. */
export interface SignInContent {
  readonly page: "sign-in";
  readonly problem: "none" | "wrong" | "too-many" | "away";
}

/** What an account sees. */
export interface DashboardContent {
  readonly page: "dashboard";
  readonly email: string;
  readonly keys: readonly KeyRow[];
  readonly usage: readonly UsageRow[];
}
