import { once } from "node:events";
import { callbackify } from "node:util";

import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A mail that the server took. */
export interface ReceivedMail extends Email {
  /** Whom it was handed over for. */
  readonly recipients: readonly string[];
  header(name: string): string | undefined;
}

/** A real SMTP server. */
export interface MailServer extends AsyncDisposable {
  /** As SMTP_URL takes it. */
  readonly url: string;
  /** What came so far, oldest first. */
  readonly mails: readonly ReceivedMail[];
  /** How often a recipient was refused. */
  readonly refusals: number;
  /** From now on a recipient is refused with this status; undefined takes everybody. */
  refuseRecipients(responseCode: number | undefined): void;
}

/** Starts a mail server on a free port that takes every mail and delivers none. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  let refusal: number | undefined;
  let refusals = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    logger: false,
    onRcptTo(_address, _session, callback) {
      if (refusal === undefined) return callback();
      refusals += 1;
      return callback(Object.assign(new Error("not here"), { responseCode: refusal }));
    },
    onData(stream, session, callback) {
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => pieces.push(piece));
      const keep = async (): Promise<void> => {
        const email = await PostalMime.parse(Buffer.concat(pieces));
        mails.push({
          ...email,
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          header: (name) => email.headers.find(({ key }) => key === name.toLowerCase())?.value,
        });
      };
      stream.once("end", () => callbackify(keep)(callback));
    },
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("no TCP address");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    get refusals() {
      return refusals;
    },
    refuseRecipients: (responseCode) => void (refusal = responseCode),
    async [Symbol.asyncDispose]() {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      await promise;
    },
  };
}
