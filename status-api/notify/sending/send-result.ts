export type SendResult =
  | { readonly kind: "delivered" }
  /** The receiver wants nothing more. */
  | { readonly kind: "gone"; readonly error: string }
  /** This receiver will not take it, however often it is tried. */
  | { readonly kind: "refused"; readonly error: string }
  | {
      readonly kind: "failed";
      readonly error: string;
      /** Whether the receiver is at fault, rather than something between us and all receivers. */
      readonly isReceiversFault: boolean;
      /** How long the receiver asks to wait before a retry. */
      readonly retryAfterMs?: number | undefined;
      /** The HTTP status of the receiver's answer. */
      readonly statusCode?: number;
      /** Whether it was sent but not answered, so that the receiver may have it nevertheless. */
      readonly mayHaveArrived?: boolean;
    };

/** Returns a failure on our side: the receiver is not at fault, and the message is retried. */
export function ownFault(error: string): SendResult {
  return { kind: "failed", error, isReceiversFault: false };
}
