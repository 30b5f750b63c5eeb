/** Encrypts texts for the database and decrypts them; each for a purpose, so that none can take another's place. */
export interface TextCipher {
  encrypt(text: string, purpose: string): string;
  /** Undefined where no key fits; `isCurrent` is whether it was encrypted with the key that encrypts now. */
  decrypt(
    stored: string,
    purpose: string,
  ): { readonly text: string; readonly isCurrent: boolean } | undefined;
}

/** Error message of a program that has no key for an encrypted text, with the remedy. */
export const SEALED =
  "encrypted, and not with an ENCRYPTION_KEY of this program: set the one that the probers have";
