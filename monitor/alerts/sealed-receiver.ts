import type { TextCipher } from "../domain/text-cipher.ts";
import type { AlertReceiver } from "./configuration.ts";

type Sealed = Omit<AlertReceiver, "settings"> & { readonly settings: string };

/** Returns a receiver as it is stored: its settings, which hold secrets, are encrypted where there is a cipher. */
export function sealReceiver(
  receiver: AlertReceiver,
  cipher: TextCipher | undefined,
): AlertReceiver | Sealed {
  if (cipher === undefined) return receiver;
  const { id, settings } = receiver;
  return { ...receiver, settings: cipher.encrypt(JSON.stringify(settings), purposeOf(id)) };
}

/** Returns a stored receiver; one whose settings the cipher cannot read has none, and is marked as sealed. */
export function openReceiver(
  stored: AlertReceiver | Sealed,
  cipher: TextCipher | undefined,
): AlertReceiver {
  const { settings } = stored;
  if (typeof settings !== "string") return { ...stored, settings };
  const text = cipher?.decrypt(settings, purposeOf(stored.id))?.text;
  return text === undefined
    ? { ...stored, settings: {}, isSealed: true }
    : { ...stored, settings: JSON.parse(text) as AlertReceiver["settings"] };
}

function purposeOf(id: string): string {
  return `settings of the receiver ${id}`;
}
