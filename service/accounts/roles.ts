/** What somebody is in an account. */
export const ROLES = ["owner", "member", "billing"] as const;
export type Role = (typeof ROLES)[number];
