import type { Language } from "#web-kit/language/languages.ts";
import { permalink } from "../render/story-entry.ts";
import { momentInWords } from "./moments.ts";
import type { Notice, SubscriberLinks } from "./notice.ts";
import { textsOf } from "./texts/texts.ts";

/** Slack refuses longer sections and headers. */
const longestSection = 2_900;
const longestHeader = 150;

/** Writes a message of Slack's incoming webhooks: `text` for notifications, `blocks` for the channel. */
export function slackMessage(
  notice: Notice,
  language: Language,
  statusUrl: string,
  links: SubscriberLinks,
): string {
  const texts = textsOf[language];
  const { page, incident, updates, toldIds } = notice;
  const [newest] = updates;
  const title = `${texts.status[newest.status]}: ${incident.name[language]}`;
  const told = updates.filter(({ id }) => toldIds.has(id));
  const facts = [
    ...(incident.scheduledForMs === null || incident.scheduledUntilMs === null
      ? []
      : [
          `*${texts.scheduled}:* ${momentInWords(incident.scheduledForMs, language, page.timeZone)} – ${momentInWords(incident.scheduledUntilMs, language, page.timeZone)}`,
        ]),
    ...(incident.components.length === 0
      ? []
      : [
          `*${texts.affected}:* ${incident.components
            .map(({ name, status }) => escape(`${name[language]} (${texts.component[status]})`))
            .join(", ")}`,
        ]),
  ];
  const sections = told.map(
    (update) =>
      `*${texts.status[update.status]}* · ${momentInWords(update.displayAtMs, language, page.timeZone)}\n${escape(update.body[language])}`,
  );
  return JSON.stringify({
    text: escape(`${page.name[language]}: ${title}`),
    blocks: [
      { type: "header", text: { type: "plain_text", text: cut(title, longestHeader) } },
      ...[...sections, ...(facts.length === 0 ? [] : [facts.join("\n")])].map(section),
      context(
        `<${permalink({ url: statusUrl }, incident.id)}|${texts.seeIncident}> · <${links.unsubscribe}|${texts.unsubscribe}>`,
      ),
    ],
  });
}

/** Writes the message with which a channel's subscription begins. */
export function slackWelcome(pageName: string, language: Language, links: SubscriberLinks): string {
  const texts = textsOf[language];
  const text = escape(texts.slackSubscribed(pageName));
  return JSON.stringify({
    text,
    blocks: [
      section(text),
      context(
        `<${links.page}|${escape(pageName)}> · <${links.manage}|${texts.manage}> · <${links.unsubscribe}|${texts.unsubscribe}>`,
      ),
    ],
  });
}

function section(text: string): object {
  return { type: "section", text: { type: "mrkdwn", text: cut(text, longestSection) } };
}

function context(text: string): object {
  return { type: "context", elements: [{ type: "mrkdwn", text }] };
}

/** As Slack asks: these three characters would begin links and mentions. */
function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
