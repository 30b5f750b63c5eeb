import { ConfigError, type Settings } from "#runtime/settings.ts";

/** The roles at the console; each may do what those before it may, and more. */
export const CONSOLE_ROLES = ["viewer", "responder", "admin"] as const;
export type ConsoleRole = (typeof CONSOLE_ROLES)[number];

/** The people of each role: e-mail addresses, and domains like `@example.com`. */
export type ConsolePeople = Readonly<Record<ConsoleRole, readonly string[]>>;

const SETTING_OF = {
  viewer: "CONSOLE_VIEWERS",
  responder: "CONSOLE_RESPONDERS",
  admin: "CONSOLE_ADMINS",
} as const satisfies Record<ConsoleRole, string>;

const PERSON = /^[^\s@,]*@[^\s@,]+\.[^\s@,]+$/;

/** Reads who may sign in with the OpenID provider; undefined where nobody is named. Throws ConfigError. */
export function readConsolePeople(read: Settings): ConsolePeople | undefined {
  const people = Object.fromEntries(
    CONSOLE_ROLES.map((role) => [role, readPeople(read, SETTING_OF[role])]),
  ) as Record<ConsoleRole, string[]>;
  return CONSOLE_ROLES.some((role) => people[role].length > 0) ? people : undefined;
}

function readPeople(read: Settings, name: string): string[] {
  const people = (read.text(name) ?? "").split(",").map((one) => one.trim().toLowerCase());
  const named = people.filter((one) => one !== "");
  const stranger = named.find((one) => !PERSON.test(one));
  if (stranger === undefined) return named;
  throw new ConfigError(
    `${name} has ${JSON.stringify(stranger)}; it takes addresses and domains with commas between them, like ayse@example.com, @ops.example.com`,
  );
}

/** Returns the highest role of a verified address; undefined where it has none. */
export function roleOf(email: string, people: ConsolePeople): ConsoleRole | undefined {
  const domain = email.slice(email.lastIndexOf("@"));
  return CONSOLE_ROLES.findLast(
    (role) => people[role].includes(email) || people[role].includes(domain),
  );
}

/** Returns whether `role` may do what `needed` may. */
export function mayAct(role: ConsoleRole, needed: ConsoleRole): boolean {
  return CONSOLE_ROLES.indexOf(role) >= CONSOLE_ROLES.indexOf(needed);
}
