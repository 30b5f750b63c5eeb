import { createHash } from "node:crypto";
import type { TextCipher } from "../domain/text-cipher.ts";

/** The secrets of a subscriber: their holder can write to a channel, change the subscription, or sign as the monitor. */
export interface SubscriberSecrets {
  readonly address: string;
  readonly token: string;
  readonly signing_secret: string | null;
}

interface StoredSecrets extends SubscriberSecrets {
  readonly id: string;
  readonly sealed: string | null;
}

/** Returns the columns of a subscriber whose secrets are encrypted; digests take the place of what rows are found by. */
export function sealSubscriber(
  id: string,
  { address, token, signing_secret }: SubscriberSecrets,
  cipher: TextCipher,
) {
  const secrets: SubscriberSecrets = { address, token, signing_secret };
  return {
    address: sealedAddress(address),
    token: digest(token),
    signing_secret: null,
    sealed: cipher.encrypt(JSON.stringify(secrets), purposeOf(id)),
  };
}

/** Returns the secrets of a stored subscriber; undefined where they are encrypted and the cipher cannot read them. */
export function openSubscriber(
  stored: StoredSecrets,
  cipher: TextCipher | undefined,
): (SubscriberSecrets & { readonly isCurrent: boolean }) | undefined {
  const { id, address, token, signing_secret, sealed } = stored;
  if (sealed === null) return { address, token, signing_secret, isCurrent: false };
  const opened = cipher?.decrypt(sealed, purposeOf(id));
  return (
    opened && {
      ...(JSON.parse(opened.text) as SubscriberSecrets),
      isCurrent: opened.isCurrent,
    }
  );
}

/** Returns an address as it is stored beside encrypted secrets: of a URL its origin, which is none, and a digest. */
export function sealedAddress(address: string): string {
  const url = URL.parse(address);
  return url === null ? address : `${url.origin}/${digest(address)}`;
}

/** Returns a token as it is stored beside encrypted secrets. */
export function digest(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("hex")}`;
}

function purposeOf(id: string): string {
  return `secrets of the subscriber ${id}`;
}
