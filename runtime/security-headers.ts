const YEAR_SECONDS = 31_536_000;

/** Headers of every answer: its type is what it says, and a service that the world reaches by https is asked by nothing else. */
export function securityHeaders(publicUrl: string | undefined): Readonly<Record<string, string>> {
  const isSecure = publicUrl?.startsWith("https:") === true;
  return {
    "x-content-type-options": "nosniff",
    ...(isSecure && { "strict-transport-security": `max-age=${YEAR_SECONDS}` }),
  };
}
