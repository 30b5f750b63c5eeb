import type { ConsoleSignIn } from "#status-api/settings/config.ts";
import type { ConsoleRole } from "#status-api/settings/console-people.ts";

/** Lets one person in by each role, whom no provider is asked about: tests begin the sessions. */
export const onePersonByRole: ConsoleSignIn = {
  provider: { issuer: "http://127.0.0.1:1", clientId: "x", clientSecret: undefined },
  people: {
    viewer: ["viewer@example.com"],
    responder: ["responder@example.com"],
    admin: ["admin@example.com"],
  },
};

/** Names whoever has a role there. */
export function personWith(role: ConsoleRole): { readonly person: string } {
  return { person: `${role}@example.com` };
}
