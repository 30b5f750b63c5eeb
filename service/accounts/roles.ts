/** Roles that a member can have in an account. */
export const ROLES = ["owner", "member", "billing"] as const;
export type Role = (typeof ROLES)[number];

/**
 * Actions in an account and the roles that allow them. Everybody may see and change their own password, sessions and second
 * step.
 */
const MAY = {
  /** The overview, with keys and usage. */
  "see overview": ["owner", "member"],
  /** Keys, voices and pronunciations, and speaking with them. */
  "use the service": ["owner", "member"],
  "see usage": ["owner", "member", "billing"],
  "see members": ["owner", "member"],
  /** Invite, give another role, remove. */
  "change members": ["owner"],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Action = keyof typeof MAY;
export const ACTIONS = Object.keys(MAY) as readonly Action[];

export function may(role: Role, action: Action): boolean {
  const roles: readonly Role[] = MAY[action];
  return roles.includes(role);
}

export function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text);
}
