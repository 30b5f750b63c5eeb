import { YEAR_SECONDS } from "#units/time.ts";

/** Returns headers for every response: no content sniffing, and HSTS if the service is public over https. */
export function securityHeaders(publicUrl: string | undefined): Readonly<Record<string, string>> {
  const isSecure = publicUrl?.startsWith("https:") === true;
  return {
    "x-content-type-options": "nosniff",
    ...(isSecure && { "strict-transport-security": `max-age=${YEAR_SECONDS}` }),
  };
}
