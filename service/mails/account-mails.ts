import { button, foot, letter, paragraph } from "#mail/letter.ts";
import { readTexts } from "#web-kit/language/read-texts.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { fill, type TextsOf } from "#web-kit/language/texts.ts";
import type frame from "#languages/en/site/frame.json";
import type mails from "#languages/en/service/mails.json";
import type { InTransaction } from "../accounts/account-entries.ts";
import type { Letter } from "./mail-store.ts";

const texts = readTexts<TextsOf<typeof mails>>("service/mails.json");
/** Texts with the service's name, for mails and authenticator apps. */
export const siteTexts = readTexts<TextsOf<typeof frame>>("site/frame.json");

/** Kind of a mail; its texts have the same name. */
export type MailKind = keyof typeof mails;

export interface AccountMail {
  readonly to: string;
  readonly language: Language;
  /** Target of the button, if there is one; a link with a token is created in the transaction that stores the mail. */
  readonly url?: string | ((transaction: InTransaction) => Promise<string>);
  /** E-mail address of the account that the mail is about. */
  readonly account?: string;
}

interface MailTexts {
  readonly subject: string;
  readonly intro: string;
  /** Label of the button. */
  readonly action?: string;
  readonly otherwise: string;
}

/** Writes a mail that says what somebody requested, or what was done, with a button if there is something to do. */
export async function accountLetter(
  about: MailKind,
  { language, url: target = "", account = "" }: AccountMail,
  transaction: InTransaction,
): Promise<Letter> {
  const url = typeof target === "function" ? await target(transaction) : target;
  const { subject, intro, action, otherwise }: MailTexts = texts[language][about];
  const service = siteTexts[language].name;
  const said = fill(intro, { service, account });
  return {
    subject: fill(subject, { service }),
    ...letter(language, [
      paragraph(said),
      ...(action === undefined ? [] : [button({ label: action, url })]),
      paragraph(otherwise),
      foot(service),
    ]),
  };
}
