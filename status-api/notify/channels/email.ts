import {
  buttonStyle,
  FOOT_STYLE,
  type Html,
  html,
  type MailHead,
  mailDocument,
  paragraphs,
} from "#mail/document.ts";
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
  const facts = incidentFacts(notice, language);
  const url = permalink(page, incident.id);
  const headOf = (update: NoticeUpdate): string =>
    `${statusEventWords[update.status][language]} · ${momentInWords(update.displayAtMs, language, page.timeZone)}`;
  const bodyOf = (update: NoticeUpdate): string =>
    renderText(plainBody(update, language), update.displayAtMs, language, page.timeZone);
  const htmlOfBody = (update: NoticeUpdate): Html | readonly Html[] =>
    isMarkdown(update)
      ? {
          html: htmlBody(update, language, (text) =>
            renderText(text, update.displayAtMs, language, page.timeZone),
          ),
        }
      : paragraphs(bodyOf(update));
  const textOf = (update: NoticeUpdate): string => `${headOf(update)}\n${bodyOf(update)}`;
  const htmlOf = (update: NoticeUpdate): Html =>
    html`<h2 style="${HEAD_STYLE}">${headOf(update)}</h2>
      ${htmlOfBody(update)}`;
  const because = fill(texts.becauseSubscribed, { page: page.name[language] });
  const domain = new URL(page.url).hostname;
  const root = `<incident-${incident.id}.${subscriberId}@${domain}>`;

  return {
    subject: `[${page.name[language]}] ${incident.name[language]}`,
    language,
    unsubscribe: links.unsubscribe,
    messageId: isFirst ? root : `<update-${updates[0].id}.${subscriberId}@${domain}>`,
    inReplyTo: isFirst ? undefined : root,
    text: [
      incident.name[language],
      textOf(newest),
      ...(facts.length === 0 ? [] : [facts.map(([name, value]) => `${name}: ${value}`).join("\n")]),
      `${texts.seeIncident}: ${url}`,
      ...(earlier.length === 0 ? [] : [`${texts.earlier}:`, ...earlier.map(textOf)]),
      `-- \n${because}\n${texts.manage}: ${links.manage}\n${texts.unsubscribe}: ${links.unsubscribe}\n`,
    ].join("\n\n"),
    html: mailDocument(
      language,
      html`<h1 style="${TITLE_STYLE}">${incident.name[language]}</h1>
        ${htmlOf(newest)}
        ${facts.map(([name, value]) => html`<p><strong>${name}:</strong> ${value}</p>`)}
        <p><a href="${url}">${texts.seeIncident}</a></p>
        ${earlier.length === 0 ? undefined : html`<h2 style="${HEAD_STYLE}">${texts.earlier}</h2>`}
        ${earlier.map((update) => html`<div style="color: #58616b">${htmlOf(update)}</div>`)}
        <p style="${FOOT_STYLE}">
          ${because} <a href="${links.manage}">${texts.manage}</a> ·
          <a href="${links.unsubscribe}">${texts.unsubscribe}</a>${homeLink(page, language)}
        </p>`,
      mailHead(page, page.name[language]),
    ),
  };
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
  const intro = fill(isConfirmed ? texts.knownIntro : texts.confirmIntro, { page: page.name });
  const [label, url] = isConfirmed ? [texts.manage, links.manage] : [texts.confirm, links.confirm];
  const otherwise = isConfirmed ? texts.knownElse : texts.confirmElse;
  const chosen =
    incidentName === null
      ? `${texts.affected}: ${componentNames?.join(", ") ?? texts.allComponents}`
      : `${texts.onlyThis}: ${incidentName}`;
  return {
    subject: fill(isConfirmed ? texts.knownSubject : texts.confirmSubject, { page: page.name }),
    language,
    messageId: `<subscription-${id}-${messageId}@${new URL(page.url).hostname}>`,
    text: [
      intro,
      chosen,
      `${label}:\n${url}`,
      otherwise,
      `-- \n${page.name}\n${links.page}\n`,
    ].join("\n\n"),
    html: mailDocument(
      language,
      html`<p>${intro}</p>
        <p>${chosen}</p>
        <p><a href="${url}" style="${buttonStyle(mailAccent(page))}">${label}</a></p>
        <p>${otherwise}</p>
        <p style="${FOOT_STYLE}">
          <a href="${links.page}">${page.name}</a>${homeLink(page, language)}
        </p>`,
      mailHead(page, page.name),
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

/** Returns a link back to the service, where the page has one. */
function homeLink({ identity: { links } }: MailedPage, language: Language): Html | undefined {
  const [home] = links;
  return home && html` · <a href="${home.url}">${home.label[language]}</a>`;
}

const TITLE_STYLE = "font-size: 20px; line-height: 26px; margin: 0 0 16px";
const HEAD_STYLE = "font-size: 15px; line-height: 22px; margin: 16px 0 4px";
