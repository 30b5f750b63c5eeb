import type { Language } from "#web-kit/language/languages.ts";
import { permalink } from "../render/story-entry.ts";
import { type Html, html, paragraphs } from "./html.ts";
import { momentInWords } from "./moments.ts";
import type { Notice, NoticeUpdate, SubscriberLinks } from "./notice.ts";
import { type NotifyTexts, textsOf } from "./texts/texts.ts";

/** A mail without its sender and recipient. */
export interface MailMessage {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** With its angle brackets. */
  readonly messageId: string;
  /** The mail with which the thread begins; undefined when this is it. */
  readonly inReplyTo?: string | undefined;
  /** Where one request unsubscribes; undefined for mails that nobody subscribed to. */
  readonly unsubscribe?: string | undefined;
  readonly language: Language;
}

/** Names a mail and the thread it belongs to, the same at each attempt. */
export interface MailThread {
  readonly subscriberId: string;
  /** Whether the subscriber has heard of this incident before. */
  readonly isFirst: boolean;
}

/** Writes the mail about an incident; the subject stays the same, so that clients keep the thread together. */
export function incidentMail(
  notice: Notice,
  language: Language,
  statusUrl: string,
  links: SubscriberLinks,
  thread: MailThread,
): MailMessage {
  const texts = textsOf[language];
  const { page, incident, updates, toldIds } = notice;
  const told = updates.filter(({ id }) => toldIds.has(id));
  const earlier = updates.filter(({ id }) => !toldIds.has(id));
  const facts = factsOf(notice, language, texts);
  const url = permalink({ url: statusUrl }, incident.id);
  const headOf = (update: NoticeUpdate): string =>
    `${texts.status[update.status]} · ${momentInWords(update.displayAtMs, language, page.timeZone)}`;
  const textOf = (update: NoticeUpdate): string => `${headOf(update)}\n${update.body[language]}`;
  const htmlOf = (update: NoticeUpdate): Html =>
    html`<h2 style="${headStyle}">${headOf(update)}</h2>
      ${paragraphs(update.body[language])}`;
  const because = texts.becauseSubscribed(page.name[language]);
  const domain = new URL(statusUrl).hostname;
  const root = `<incident-${incident.id}.${thread.subscriberId}@${domain}>`;

  return {
    subject: `[${page.name[language]}] ${incident.name[language]}`,
    language,
    unsubscribe: links.unsubscribe,
    messageId: thread.isFirst ? root : `<update-${updates[0].id}.${thread.subscriberId}@${domain}>`,
    inReplyTo: thread.isFirst ? undefined : root,
    text: [
      incident.name[language],
      ...told.map(textOf),
      ...(facts.length === 0 ? [] : [facts.map(([name, value]) => `${name}: ${value}`).join("\n")]),
      `${texts.seeIncident}: ${url}`,
      ...(earlier.length === 0 ? [] : [`${texts.earlier}:`, ...earlier.map(textOf)]),
      `-- \n${because}\n${texts.manage}: ${links.manage}\n${texts.unsubscribe}: ${links.unsubscribe}\n`,
    ].join("\n\n"),
    html: mailDocument(
      language,
      html`<h1 style="${titleStyle}">${incident.name[language]}</h1>
        ${told.map(htmlOf)}
        ${facts.map(([name, value]) => html`<p><strong>${name}:</strong> ${value}</p>`)}
        <p><a href="${url}">${texts.seeIncident}</a></p>
        ${earlier.length === 0 ? undefined : html`<h2 style="${headStyle}">${texts.earlier}</h2>`}
        ${earlier.map((update) => html`<div style="color: #58616b">${htmlOf(update)}</div>`)}
        <p style="${footStyle}">
          ${because} <a href="${links.manage}">${texts.manage}</a> ·
          <a href="${links.unsubscribe}">${texts.unsubscribe}</a>
        </p>`,
    ),
  };
}

/** What a mail that answers a sign-up knows of the subscription. */
export interface SignedUp {
  readonly pageName: string;
  readonly language: Language;
  /** Names of the chosen components; undefined for all. */
  readonly components: readonly string[] | undefined;
  /** Whether the address was confirmed long ago. */
  readonly isConfirmed: boolean;
  readonly links: SubscriberLinks;
  /** Unique to this mail, the same at each attempt. */
  readonly messageKey: string;
}

/** Writes the mail that answers a sign-up: the link that confirms it, or the one that changes what there is. */
export function signUpMail(signedUp: SignedUp): MailMessage {
  const { pageName, language, components, isConfirmed, links, messageKey } = signedUp;
  const texts = textsOf[language];
  const intro = (isConfirmed ? texts.knownIntro : texts.confirmIntro)(pageName);
  const [label, url] = isConfirmed ? [texts.manage, links.manage] : [texts.confirm, links.confirm];
  const otherwise = isConfirmed ? texts.knownElse : texts.confirmElse;
  const chosen = `${texts.affected}: ${components?.join(", ") ?? texts.allComponents}`;
  return {
    subject: (isConfirmed ? texts.knownSubject : texts.confirmSubject)(pageName),
    language,
    messageId: `<${messageKey}@${new URL(links.page).hostname}>`,
    text: [intro, chosen, `${label}:\n${url}`, otherwise, `-- \n${pageName}\n${links.page}\n`].join(
      "\n\n",
    ),
    html: mailDocument(
      language,
      html`<p>${intro}</p>
        <p>${chosen}</p>
        <p><a href="${url}" style="${buttonStyle}">${label}</a></p>
        <p>${otherwise}</p>
        <p style="${footStyle}"><a href="${links.page}">${pageName}</a></p>`,
    ),
  };
}

function factsOf(
  { page, incident }: Notice,
  language: Language,
  texts: NotifyTexts,
): (readonly [name: string, value: string])[] {
  const { scheduledForMs, scheduledUntilMs, components } = incident;
  const facts: (readonly [string, string])[] = [];
  if (scheduledForMs !== null && scheduledUntilMs !== null) {
    const [from, until] = [scheduledForMs, scheduledUntilMs].map((atMs) =>
      momentInWords(atMs, language, page.timeZone),
    );
    facts.push([texts.scheduled, `${from} – ${until}`]);
  }
  if (components.length > 0) {
    const named = components.map(
      ({ name, status }) => `${name[language]} (${texts.component[status]})`,
    );
    facts.push([texts.affected, named.join(", ")]);
  }
  return facts;
}

const titleStyle = "font-size: 20px; line-height: 26px; margin: 0 0 16px";
const headStyle = "font-size: 15px; line-height: 22px; margin: 16px 0 4px";
const footStyle = "margin-top: 24px; color: #58616b; font-size: 13px";
const buttonStyle =
  "display: inline-block; padding: 10px 16px; border-radius: 6px; background: #2458c5; color: #ffffff; text-decoration: none";

function mailDocument(language: Language, body: Html): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
      </head>
      <body style="margin: 0; padding: 24px; font: 15px/22px system-ui, sans-serif; color: #16191d">
        <div style="max-width: 560px; margin: 0 auto">${body}</div>
      </body>
    </html>`.html;
}
