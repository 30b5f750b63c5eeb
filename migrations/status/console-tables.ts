/** Who is signed in at the console. */
export interface ConsoleSessionTable {
  /** SHA-256 of what the cookie has. */
  token_hash: string;
  /** The name that the audit log has. */
  person: string;
  role: "viewer" | "responder" | "admin";
  created_at: Date;
  used_at: Date;
}

/** Who is on the way to an OpenID provider, and back. */
export interface ConsoleVisitTable {
  /** SHA-256 of what the cookie has. */
  token_hash: string;
  state: string;
  nonce: string;
  code_verifier: string;
  /** The page to go to afterwards. */
  next: string;
  expires_at: Date;
}
