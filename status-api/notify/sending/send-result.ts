export type SendResult =
  | { readonly kind: "delivered" }
  /** The receiver wants nothing more. */
  | { readonly kind: "gone"; readonly error: string }
  /** This receiver will not take it, however often it is tried. */
  | { readonly kind: "refused"; readonly error: string }
  | {
      readonly kind: "failed";
      readonly error: string;
      /** Whether the receiver is to blame, rather than what lies between us and all receivers. */
      readonly isReceiversFault: boolean;
      /** How long the receiver asks to be left alone. */
      readonly retryAfterMs?: number | undefined;
      /** The status that a receiver answered. */
      readonly statusCode?: number;
      /** Whether it was sent and nothing was heard of it, so that the receiver may have it all the same. */
      readonly mayHaveArrived?: boolean;
    };

/** A failure on our side: the receiver is not to blame, and it is tried again. */
export function ownFault(error: string): SendResult {
  return { kind: "failed", error, isReceiversFault: false };
}
