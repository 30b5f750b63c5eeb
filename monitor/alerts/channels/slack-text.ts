import { cutText } from "../../domain/cut-text.ts";

/** Slack rejects longer headers. */
const MAX_HEADER_CHARACTERS = 150;
const MAX_SECTION_CHARACTERS = 2_900;

/** Returns the header block of a message, in plain text. */
export function slackHeader(title: string): object {
  return {
    type: "header",
    text: { type: "plain_text", text: cutText(title, MAX_HEADER_CHARACTERS) },
  };
}

/** Returns a section block of a message; text between asterisks is bold. */
export function slackSection(text: string): object {
  const cut = cutText(text, MAX_SECTION_CHARACTERS, slackText);
  return { type: "section", text: { type: "mrkdwn", text: slackText(cut) } };
}

/** Escapes the three characters that Slack requires to be escaped; they begin links and mentions. */
export function slackText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
