/** Who is signed in at the console. */
export interface ConsoleSessionTable {
  /** SHA-256 of what the cookie has. */
  token_hash: string;
  /** The name that the audit log has. */
  person: string;
  created_at: Date;
  used_at: Date;
}
