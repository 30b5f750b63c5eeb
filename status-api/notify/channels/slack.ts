import { fill } from "#web-kit/language/texts.ts";
import { permalink } from "../../documents/status-event-entry.ts";
import { slackHeader, slackSection, slackText } from "#monitor/alerts/channels/slack-text.ts";
import { statusEventWords } from "#monitor/domain/status-words.ts";
import { incidentFacts } from "../messages/notice.ts";
import { momentInWords, renderText } from "../../texts/moments.ts";
import { messageTexts } from "../../texts/texts.ts";
import { plainBody } from "../../texts/update-body.ts";
import {
  type Channel,
  endpointMessageId,
  type IncidentMessage,
  toEndpoints,
  type Welcome,
} from "./channel.ts";

/** Incoming webhooks of Slack, which Mattermost, Rocket.Chat and Discord (`…/slack`) take as well. */
export const slack: Channel = {
  ...toEndpoints,
  gathersUpdates: true,
  isSigned: false,
  welcomeOf: (welcome) => ({
    body: slackWelcome(welcome),
    id: `subscription-${welcome.recipient.id}-${welcome.messageId}`,
  }),
  updateOf: (message) => ({ body: slackMessage(message), id: endpointMessageId(message) }),
};

/** Returns the body for a Slack incoming webhook: `text` for notifications, `blocks` for the channel. */
export function slackMessage({ recipient, notice }: IncidentMessage): string {
  const { language, links } = recipient;
  const texts = messageTexts[language];
  const { page, incident, updates, sentIds } = notice;
  const [newest] = updates;
  const title = `${statusEventWords[newest.status][language]}: ${incident.name[language]}`;
  const shown = updates.filter(({ id }) => sentIds.has(id));
  const facts = incidentFacts(notice, language).map(([name, value]) => `*${name}:* ${value}`);
  const { timeZone } = page;
  const sections = shown.map(
    ({ status, body, displayAtMs }) =>
      `*${statusEventWords[status][language]}* · ${momentInWords(displayAtMs, language, timeZone)}\n${renderText(plainBody({ status, body }, language), displayAtMs, language, timeZone)}`,
  );
  return JSON.stringify({
    text: slackText(`${page.name[language]}: ${title}`),
    blocks: [
      slackHeader(title),
      ...[...sections, ...(facts.length === 0 ? [] : [facts.join("\n")])].map(slackSection),
      context(
        `<${permalink(page, incident.id)}|${texts.seeIncident}> · <${links.unsubscribe}|${texts.unsubscribe}>`,
      ),
    ],
  });
}

export function slackWelcome({ recipient, page, incidentName }: Welcome): string {
  const { language, links } = recipient;
  const texts = messageTexts[language];
  const said = fill(texts.chatSubscribed, { page: page.name });
  const text = incidentName === null ? said : `${said}\n${texts.onlyThis}: ${incidentName}`;
  return JSON.stringify({
    text: slackText(text),
    blocks: [
      slackSection(text),
      context(
        `<${links.page}|${slackText(page.name)}> · <${links.manage}|${texts.manage}> · <${links.unsubscribe}|${texts.unsubscribe}>`,
      ),
    ],
  });
}

function context(text: string): object {
  return { type: "context", elements: [{ type: "mrkdwn", text }] };
}
