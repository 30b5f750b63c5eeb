import { html, type MailHead, paragraphs } from "#mail/document.ts";
import {
  button,
  facts,
  foot,
  heading,
  letter,
  link,
  type MailPart,
  paragraph,
  title,
} from "#mail/letter.ts";
import { readEmailAddress } from "#mail/address.ts";
import type { MailMessage } from "#mail/sender.ts";
import { readableAccent, DEFAULT_ACCENT } from "#web-kit/colour/accent.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { fill } from "#web-kit/language/texts.ts";
import { permalink } from "../../documents/status-event-entry.ts";
import { statusEventWords } from "#monitor/domain/status-words.ts";
import { incidentFacts, type Notice, type NoticeUpdate } from "../messages/notice.ts";
import { momentInWords, renderText } from "../../texts/moments.ts";
import { messageTexts } from "../../texts/texts.ts";
import { htmlBody, isMarkdown, plainBody } from "../../texts/update-body.ts";
import { DELIVERY_LIMITS } from "../../delivery/limits.ts";
import type { Channel, IncidentMessage, Welcome } from "./channel.ts";

/** E-mail through the mail server of this installation; all of it shares one limit of concurrent attempts. */
export const email: Channel = {
  addressType: "email",
  confirmedBy: "link",
  gathersUpdates: true,
  isSigned: false,
  atOnce: DELIVERY_LIMITS.atOnceByMail,
  isOffered: ({ mail }) => mail !== undefined,
  readAddress: readEmailAddress,
  maskAddress: (address) => `${address.slice(0, 1)}…${address.slice(address.lastIndexOf("@"))}`,
  welcomeOf: (welcome) => ({ mail: signUpMail(welcome) }),
  updateOf: (message) => ({ mail: incidentMail(message) }),
};

/**
 * Returns the mail about an incident, its newest update first and the others below as earlier ones. The subject stays the same,
 * so that mail programs keep the thread together.
 */
export function incidentMail({ recipient, notice, isFirst }: IncidentMessage): MailMessage {
  const { id: subscriberId, language, links } = recipient;
  const texts = messageTexts[language];
  const { page, incident, updates } = notice;
  const [newest, ...earlier] = updates;
  const name = page.name[language];
  const domain = new URL(page.url).hostname;
  const root = `<incident-${incident.id}.${subscriberId}@${domain}>`;
  return {
    subject: `[${name}] ${incident.name[language]}`,
    unsubscribe: links.unsubscribe,
    messageId: isFirst ? root : `<update-${newest.id}.${subscriberId}@${domain}>`,
    inReplyTo: isFirst ? undefined : root,
    ...letter(
      language,
      [
        title(incident.name[language]),
        updatePart(newest, language, page.timeZone),
        ...facts(incidentFacts(notice, language)),
        link({ label: texts.seeIncident, url: permalink(page, incident.id) }),
        ...(earlier.length === 0 ? [] : [{ ...heading(texts.earlier), text: `${texts.earlier}:` }]),
        ...earlier.map((update) => asEarlier(updatePart(update, language, page.timeZone))),
        foot(fill(texts.becauseSubscribed, { page: name }), [
          { label: texts.manage, url: links.manage },
          { label: texts.unsubscribe, url: links.unsubscribe },
          ...homeLinks(page, language),
        ]),
      ],
      mailHead(page, name),
    ),
  };
}

/** Returns an update with its status and time above it. */
function updatePart(update: NoticeUpdate, language: Language, timeZone: string): MailPart {
  const { status, displayAtMs } = update;
  const head = heading(
    `${statusEventWords[status][language]} · ${momentInWords(displayAtMs, language, timeZone)}`,
  );
  const rendered = (text: string): string => renderText(text, displayAtMs, language, timeZone);
  const body = rendered(plainBody(update, language));
  const written = isMarkdown(update)
    ? [{ html: htmlBody(update, language, rendered) }]
    : paragraphs(body);
  return { text: `${head.text}\n${body}`, html: [head.html, written].flat() };
}

function asEarlier({ text, html: said }: MailPart): MailPart {
  return { text, html: html`<div style="color: #58616b">${said}</div>` };
}

/** Returns the mail that answers a sign-up: with the link to confirm it, or to manage an existing subscription. */
export function signUpMail({
  recipient,
  page,
  componentNames,
  incidentName,
  messageId,
}: Welcome): MailMessage {
  const { id, language, isConfirmed, links } = recipient;
  const texts = messageTexts[language];
  const { name } = page;
  const chosen =
    incidentName === null
      ? `${texts.affected}: ${componentNames?.join(", ") ?? texts.allComponents}`
      : `${texts.onlyThis}: ${incidentName}`;
  const press = isConfirmed
    ? { label: texts.manage, url: links.manage }
    : { label: texts.confirm, url: links.confirm };
  return {
    subject: fill(isConfirmed ? texts.knownSubject : texts.confirmSubject, { page: name }),
    messageId: `<subscription-${id}-${messageId}@${new URL(page.url).hostname}>`,
    ...letter(
      language,
      [
        paragraph(fill(isConfirmed ? texts.knownIntro : texts.confirmIntro, { page: name })),
        paragraph(chosen),
        button(press, mailAccent(page)),
        paragraph(isConfirmed ? texts.knownElse : texts.confirmElse),
        foot("", [{ label: name, url: links.page }, ...homeLinks(page, language)]),
      ],
      mailHead(page, name),
    ),
  };
}

type MailedPage = Pick<Notice["page"], "url" | "identity">;

function mailHead(page: MailedPage, name: string): MailHead {
  return { name, url: `${page.url}/`, accent: mailAccent(page) };
}

function mailAccent({ identity: { accentColor } }: MailedPage): string {
  return accentColor === null ? DEFAULT_ACCENT : readableAccent(accentColor, "light");
}

/** Returns the link back to the service, where the page has one. */
function homeLinks({ identity: { links } }: MailedPage, language: Language) {
  return links.slice(0, 1).map(({ label, url }) => ({ label: label[language], url }));
}
