/** Returns IPA without the slashes or brackets that dictionaries put around it, with one space between words. */
export function plainIpa(sent: string): string {
  return sent
    .normalize("NFC")
    .trim()
    .replace(/^\/(.*)\/$|^\[(.*)\]$/su, "$1$2")
    .trim()
    .replaceAll(/\s+/gu, " ");
}
