import { eventually } from "../eventually.ts";
import type { EmptyDatabase } from "../databases/every-database.ts";
import { type MailServer, type ReceivedMail, startMailServer } from "../servers/mail-server.ts";
import { temporaryDirectory } from "../temporary-directory.ts";
import { type SpeechService, startSpeechService } from "./speech-service.ts";

/** A speech service without models that sends its mails to a mail server of its own. */
export interface MailingService extends AsyncDisposable {
  readonly service: SpeechService;
  readonly server: MailServer;
  /** Waits for the mail after the first `count` to an address and returns it. */
  mailTo(address: string, count?: number): Promise<ReceivedMail>;
  mailsTo(address: string): readonly ReceivedMail[];
}

/** Starts one on a database, an embedded one unless it is given. */
export async function startMailingService(
  settings: Readonly<Record<string, string>> = {},
  place?: EmptyDatabase,
): Promise<MailingService> {
  await using stack = new AsyncDisposableStack();
  const models = stack.use(await temporaryDirectory("no-models"));
  const server = stack.use(await startMailServer());
  const service = stack.use(
    await startSpeechService({
      SPEECH_MODELS_DIR: models.path,
      SMTP_URL: server.url,
      MAIL_FROM: "Speech <speech@example.org>",
      ...(place !== undefined && { DATA_DIR: place.dataDirectory }),
      ...(place?.url !== undefined && { SERVICE_DATABASE_URL: place.url }),
      ...settings,
    }),
  );
  const running = stack.move();
  const mailsTo = (address: string) =>
    server.mails.filter(({ recipients }) => recipients.includes(address));
  return {
    service,
    server,
    mailsTo,
    async mailTo(address, count = 0) {
      await eventually(`a mail to ${address}`, () => mailsTo(address).length > count);
      return mailsTo(address)[count]!;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** The link of a mail's button, which its text has as well. */
export function linkIn({ text = "", html = "" }: ReceivedMail): string {
  const link = /^https?:\/\/\S+$/m.exec(text)?.[0] ?? "";
  const href = `href="${link.replaceAll("&", "&amp;")}"`;
  if (link === "" || !html.includes(href)) throw new Error(`no link in ${text}`);
  return link;
}
