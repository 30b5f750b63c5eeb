import { clientOf } from "#runtime/client-address.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { TokenPurpose, TokenSubject } from "../../accounts/one-time-tokens.ts";
import { LIMITS } from "../../contract/limits.ts";
import type { MailKind } from "../../mails/account-mails.ts";
import { chosenLanguage } from "../pages/reader-choices.ts";
import type { SiteServices } from "../pages/site-services.ts";
import { DASHBOARD, leadingTo } from "./visitor.ts";

/** The pages that links in mails lead to. */
export const PAGE_OF_LINK: Readonly<Record<TokenPurpose & MailKind, string>> = {
  "sign-up": "/dashboard/new-account",
  password: "/dashboard/new-password",
  address: "/dashboard/confirm-address",
  "new-address": "/dashboard/new-address",
};

/**
 * Sends a link that creates the account, or, to an address that has one, a link to sign in; the response is the same for both.
 */
export async function signUpByMail(
  services: SiteServices,
  reply: FastifyReply,
  { email, next }: { readonly email: string; readonly next: string },
  tooMany: () => FastifyReply,
): Promise<FastifyReply> {
  const person = await services.people.find(email);
  if (!(await mayMail(services, reply.request, email))) return tooMany();
  if (person === undefined) {
    mailLink(services, reply, "sign-up", { email, personId: undefined }, next);
  } else {
    const url = `${services.publicUrl()}${next}`;
    services.mails?.post("known", { to: person.email, language: chosenLanguage(reply), url });
  }
  return reply.redirect("/dashboard/mail-sent?about=sign-up", 303);
}

/** Counts a mail by recipient, whether or not they have an account, and by requesting client; returns false above a limit. */
export async function mayMail(
  { limits }: SiteServices,
  { ip }: FastifyRequest,
  email: string,
): Promise<boolean> {
  const counted = [
    [`mails from ${clientOf(ip)}`, LIMITS.mailsPerAddress],
    [`mails to ${email.toLowerCase()}`, LIMITS.mailsPerEmail],
  ] as const;
  for (const [name, limit] of counted) {
    if (!(await limits.count(name, limit, LIMITS.signUpWindowSeconds)).allowed) return false;
  }
  return true;
}

/** Creates a link and mails it after this returns, so that the response time does not reveal whether a mail is sent. */
export function mailLink(
  { tokens, mails, publicUrl }: SiteServices,
  reply: FastifyReply,
  purpose: TokenPurpose & MailKind,
  subject: TokenSubject,
  next = DASHBOARD,
): void {
  mails?.post(purpose, {
    to: subject.email,
    language: chosenLanguage(reply),
    async url(transaction) {
      const token = await tokens.make(purpose, subject, transaction);
      return `${publicUrl()}${leadingTo(next, `${PAGE_OF_LINK[purpose]}?token=${token}`)}`;
    },
  });
}

/** Returns the token of a followed link; empty if it has none. */
export function tokenOf({ query }: FastifyRequest): string {
  const { token } = query as Readonly<Record<string, unknown>>;
  return typeof token === "string" ? token : "";
}
