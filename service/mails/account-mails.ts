import { buttonStyle, FOOT_STYLE, html, mailDocument } from "#mail/document.ts";
import { readTexts } from "#web-kit/language/read-texts.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { fill, type TextsOf } from "#web-kit/language/texts.ts";
import type frame from "#languages/en/site/frame.json";
import type mails from "#languages/en/service/mails.json";
import type { InTransaction } from "../accounts/account-entries.ts";
import type { Letter } from "./mail-store.ts";
import type { Postbox } from "./postbox.ts";

const texts = readTexts<TextsOf<typeof mails>>("service/mails.json");
/** What the service is called, in mails and in apps. */
export const siteTexts = readTexts<TextsOf<typeof frame>>("site/frame.json");

/** What a mail is about; its texts have the same name. */
export type MailAbout = keyof typeof mails;

interface AccountMail {
  readonly to: string;
  readonly language: Language;
  /** Where its button leads, where it has one; a link with a token is made in the transaction that stores the mail. */
  readonly url?: string | ((transaction: InTransaction) => Promise<string>);
  /** The account that it is about, by an address. */
  readonly account?: string;
}

/** Writes the mails about accounts and posts them. */
export class AccountMails {
  readonly #postbox: Postbox;

  constructor(postbox: Postbox) {
    this.#postbox = postbox;
  }

  /** Posts a mail; it is written, stored and sent after this returns. */
  post(about: MailAbout, { to, url, ...mail }: AccountMail): void {
    this.#postbox.post(to, async (transaction) => {
      const leadsTo = typeof url === "function" ? await url(transaction) : url;
      return accountLetter(about, { ...mail, url: leadsTo });
    });
  }
}

interface MailTexts {
  readonly subject: string;
  readonly intro: string;
  /** What its button says. */
  readonly action?: string;
  readonly otherwise: string;
}

interface LetterFields extends Pick<AccountMail, "language" | "account"> {
  readonly url: string | undefined;
}

/** Writes a mail that says what somebody asked for, or what was done, and has a button where there is something to do. */
function accountLetter(
  about: MailAbout,
  { language, url = "", account = "" }: LetterFields,
): Letter {
  const { subject, intro, action, otherwise }: MailTexts = texts[language][about];
  const service = siteTexts[language].name;
  const said = fill(intro, { service, account });
  return {
    subject: fill(subject, { service }),
    language,
    text: [said, action && `${action}:\n${url}`, otherwise, `-- \n${service}\n`]
      .filter((part) => part !== undefined)
      .join("\n\n"),
    html: mailDocument(
      language,
      html`<p>${said}</p>
        ${action && html`<p><a href="${url}" style="${buttonStyle()}">${action}</a></p>`}
        <p>${otherwise}</p>
        <p style="${FOOT_STYLE}">${service}</p>`,
    ),
  };
}
