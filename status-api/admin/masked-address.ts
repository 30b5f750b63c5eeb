/** Masks an address: its owner recognises it, nobody can send to it. Webhook addresses are secrets. */
export function maskedAddress(address: string): string {
  const url = URL.parse(address);
  if (url !== null && url.host !== "") return `${url.protocol}//${url.host}/…`;
  const at = address.lastIndexOf("@");
  return at > 0 ? `${address.slice(0, 1)}…${address.slice(at)}` : `${address.slice(0, 2)}…`;
}
