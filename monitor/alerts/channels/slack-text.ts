import { cutText } from "../../domain/cut-text.ts";

/** Slack refuses longer ones. */
const MAX_HEADER_CHARACTERS = 150;
const MAX_SECTION_CHARACTERS = 2_900;

/** The head of a message, of plain text. */
export function slackHeader(title: string): object {
  return {
    type: "header",
    text: { type: "plain_text", text: cutText(title, MAX_HEADER_CHARACTERS) },
  };
}

/** A part of a message; what stands between asterisks in it is bold. */
export function slackSection(text: string): object {
  const cut = cutText(text, MAX_SECTION_CHARACTERS, slackText);
  return { type: "section", text: { type: "mrkdwn", text: slackText(cut) } };
}

/** Slack asks to escape these three, which begin links and mentions. */
export function slackText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
