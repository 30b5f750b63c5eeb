import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import type { Database, DatabaseTransaction } from "#migrations/status/schema.ts";
import { readPage } from "#monitor/store/components.ts";
import { changeUnderLock } from "#monitor/store/revision.ts";
import { languages } from "#web-kit/language/languages.ts";
import { incidentMail } from "../notify/channels/email.ts";
import { linksOf } from "../notify/messages/notice.ts";
import { readNotice } from "../notify/read-notice.ts";
import { object } from "../documents/document-schemas.ts";
import type { AdminContext } from "./admin-context.ts";
import type { IncidentAnswer, MaintenanceAnswer, PreviewMail } from "./answers.ts";

/** An incident or a maintenance before and after a change. */
interface StatusEventChange {
  readonly before: IncidentAnswer | MaintenanceAnswer | null;
  readonly after: IncidentAnswer | MaintenanceAnswer;
}

/** With `preview=true` nothing is changed; the answer is the result and the mail that would be sent. */
export const Previewing = object({ preview: Type.Boolean({ default: false }) });

/** Thrown to roll back the transaction of a preview; carries the answer. */
class Previewed extends Error {
  override readonly name = "Previewed";
  readonly answer: object;

  constructor(answer: object) {
    super("a preview changes nothing");
    this.answer = answer;
  }
}

/** Previews a change of an incident or a maintenance: sends the resulting status event under its kind, and the mails about it. */
export async function previewChange(
  reply: FastifyReply,
  context: AdminContext,
  action: string,
  work: (transaction: DatabaseTransaction, nowMs: number) => Promise<object>,
): Promise<FastifyReply> {
  const [kind = ""] = action.split(".");
  const nowMs = context.nowMs();
  try {
    return await changeUnderLock(context.db, nowMs, async (transaction) => {
      const { before, after } = (await work(transaction, nowMs)) as StatusEventChange;
      const known = new Set(before?.updates.map(({ id }) => id));
      const said = after.updates.find(({ id }) => !known.has(id));
      const mails = said === undefined ? [] : await mailsOf(transaction, said.id, context);
      throw new Previewed({ [kind]: after, mails });
    });
  } catch (error) {
    if (error instanceof Previewed) return reply.code(200).send(error.answer);
    throw error;
  }
}

/** Returns the mail about an update in every language; none where the page has no URL or is not set up. */
async function mailsOf(
  transaction: Database,
  updateId: string,
  { mailPage }: AdminContext,
): Promise<PreviewMail[]> {
  const { url, overall } = mailPage;
  const page = await readPage(transaction);
  if (url === undefined || page === undefined) return [];
  const noticePage = { ...page, url, overall: overall() };
  const notice = await readNotice(transaction, noticePage, [updateId]);
  if (notice === undefined) return [];
  return languages.map((language) => {
    const recipient = { ...NOBODY, language, links: linksOf(url, "…") };
    const { subject, text } = incidentMail({ recipient, notice, isFirst: true });
    return { language, subject, text };
  });
}

/** The recipient of mail in previews. */
const NOBODY = {
  id: "preview",
  address: "",
  components: null,
  incidentId: null,
  signingSecret: null,
  isConfirmed: true,
} as const;
