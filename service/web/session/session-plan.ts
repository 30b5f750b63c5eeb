import { MINUTE_MS } from "#units/time.ts";

/** A demo session that was begun. */
export interface Session {
  readonly token: string;
  readonly endsAtMs: number;
  /** Whether it was used since it began. */
  readonly wasUsed: boolean;
}

/** How long before its end a session is replaced. */
const RENEWAL_MS = MINUTE_MS;

/** Returns whether a request may begin with a session; one that has begun continues past the session's end. */
export function isGoodFor(session: Session | undefined, nowMs: number): session is Session {
  return session !== undefined && session.endsAtMs - nowMs > RENEWAL_MS;
}

/** Returns what to do with a session; it is not renewed for a page that is unused or hidden. */
export function planOf(
  session: Session,
  nowMs: number,
  isVisible: boolean,
): "keep" | "renew" | "end" {
  if (session.endsAtMs - nowMs > RENEWAL_MS) return "keep";
  if (session.wasUsed && isVisible) return "renew";
  return session.endsAtMs > nowMs ? "keep" : "end";
}

/** Returns the minutes left, rounded up, at least 1. */
export function minutesLeft(session: Session, nowMs: number): number {
  return Math.max(1, Math.ceil((session.endsAtMs - nowMs) / MINUTE_MS));
}
