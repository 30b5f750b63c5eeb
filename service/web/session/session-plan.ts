/** When a demo session is begun, and when another one takes its place. */

/** A session that was begun. */
export interface Session {
  readonly token: string;
  readonly endsAtMs: number;
  /** It was asked for at least once since it began. */
  readonly wasUsed: boolean;
}

/** So long before its end another one takes a session's place. */
export const RENEWAL_MS = 60_000;
const MINUTE_MS = 60_000;

/** Says whether a request may begin with a session; what has begun goes on past its end. */
export function isGoodFor(session: Session | undefined, nowMs: number): session is Session {
  return session !== undefined && session.endsAtMs - nowMs > RENEWAL_MS;
}

/**
 * What becomes of a session now: it is kept, or another one takes its place, or it ends.
 *
 * Nobody begins sessions for a page that lies unused or unseen.
 */
export function planOf(
  session: Session,
  nowMs: number,
  isVisible: boolean,
): "keep" | "renew" | "end" {
  if (session.endsAtMs - nowMs > RENEWAL_MS) return "keep";
  if (session.wasUsed && isVisible) return "renew";
  return session.endsAtMs > nowMs ? "keep" : "end";
}

/** Whole minutes that are left, at least 1. */
export function minutesLeft(session: Session, nowMs: number): number {
  return Math.max(1, Math.ceil((session.endsAtMs - nowMs) / MINUTE_MS));
}
