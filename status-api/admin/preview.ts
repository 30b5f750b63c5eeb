import type { Transaction } from "kysely";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { readPage } from "#monitor/store/components.ts";
import { languages } from "#web-kit/language/languages.ts";
import { incidentMail } from "../notify/channels/email.ts";
import { linksOf } from "../notify/messages/notice.ts";
import { readNotice } from "../notify/read-notice.ts";
import type { AdminContext } from "./admin-routes.ts";
import type { IncidentAnswer, PreviewAnswer } from "./answers.ts";

/** Ends a transaction without a trace of it, with what it would have made. */
export class Previewed extends Error {
  override readonly name = "Previewed";
  readonly answer: PreviewAnswer;

  constructor(answer: PreviewAnswer) {
    super("a preview changes nothing");
    this.answer = answer;
  }
}

/** Returns an incident as a change leaves it, and the mail that tells its newest update, in every language. */
export async function previewOf(
  transaction: Transaction<StatusDatabase>,
  incident: IncidentAnswer,
  { mailPage }: AdminContext,
): Promise<PreviewAnswer> {
  const { url, overall } = mailPage;
  const page = await readPage(transaction);
  const [newest] = incident.updates;
  if (url === undefined || page === undefined || newest === undefined) {
    return { incident, mails: [] };
  }
  const noticePage = { ...page, url, overall: overall() };
  const notice = await readNotice(transaction, noticePage, [newest.id]);
  const mails = languages.flatMap((language) => {
    if (notice === undefined) return [];
    const recipient = { ...nobody, language, links: linksOf(url, "…") };
    const { subject, text } = incidentMail({ recipient, notice, isFirst: true });
    return [{ language, subject, text }];
  });
  return { incident, mails };
}

/** Reads a preview's mail. */
const nobody = {
  id: "preview",
  address: "",
  components: null,
  incidentId: null,
  signingSecret: null,
  isConfirmed: true,
} as const;
