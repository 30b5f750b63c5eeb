/** Returns a host as it is written in a URL: IPv6 in brackets. */
export function hostInUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
