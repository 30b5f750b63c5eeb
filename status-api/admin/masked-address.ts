/** Returns an address masked so that its owner recognises it but nobody can send to it: webhook URLs are secrets. */
export function maskedAddress(address: string): string {
  const url = URL.parse(address);
  if (url !== null && url.host !== "") return `${url.protocol}//${url.host}/…`;
  const at = address.lastIndexOf("@");
  return at > 0 ? `${address.slice(0, 1)}…${address.slice(at)}` : `${address.slice(0, 2)}…`;
}
