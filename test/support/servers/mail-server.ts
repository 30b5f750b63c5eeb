import { once } from "node:events";
import type { Socket } from "node:net";
import { callbackify } from "node:util";

import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail that the server took. */
export interface ReceivedMail extends Email {
  /** Whom it was handed over for. */
  readonly recipients: readonly string[];
  header(name: string): string | undefined;
}

/** Says nothing once it has a mail, or breaks the connection off. */
export type MailServerMood = "silent" | "cutting";

/** A real SMTP server. */
export interface MailServer extends AsyncDisposable {
  /** As SMTP_URL takes it. */
  readonly url: string;
  /** What came so far, oldest first. */
  readonly mails: readonly ReceivedMail[];
  /** How many mails came, also in vain. */
  readonly attempts: number;
  /** How often a recipient was refused. */
  readonly refusals: number;
  /** From now on a recipient is refused with this status; undefined takes everybody. */
  refuseRecipients(responseCode: number | undefined): void;
  /** From now on it behaves so; undefined takes what comes. */
  beIn(mood: MailServerMood | undefined): void;
  /** Goes away with all its connections, and comes back at the same address. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
}

/**
 * Starts a mail server on a free port that takes every mail and delivers none; with passwords, from those alone who sign in with
 * one of them.
 */
export async function startMailServer(passwords?: ReadonlySet<string>): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const connections = new Set<Socket>();
  const cut = (): void => connections.forEach((connection) => connection.destroy());
  let refusal: number | undefined;
  let refusals = 0;
  let attempts = 0;
  let mood: MailServerMood | undefined;
  const options: SMTPServerOptions = {
    authOptional: passwords === undefined,
    allowInsecureAuth: true,
    disabledCommands: passwords === undefined ? ["STARTTLS", "AUTH"] : ["STARTTLS"],
    logger: false,
    onAuth({ password }, _session, callback) {
      if (passwords?.has(password ?? "") === true) callback(null, { user: "speech" });
      else callback(Object.assign(new Error("wrong password"), { responseCode: 535 }));
    },
    onMailFrom(_address, _session, callback) {
      attempts += 1;
      callback();
    },
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
      stream.once("end", () => {
        if (mood === undefined) callbackify(keep)(callback);
        else if (mood === "cutting") cut();
      });
    },
  };
  /** One that was closed takes nobody again. */
  const listen = async (port: number): Promise<SMTPServer> => {
    const opened = new SMTPServer(options);
    opened.on("error", () => {});
    opened.server.on("connection", (connection) => {
      connections.add(connection);
      connection.once("close", () => connections.delete(connection));
    });
    opened.listen(port, "127.0.0.1");
    await once(opened.server, "listening");
    return opened;
  };
  let server = await listen(0);
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("no TCP address");
  const goAway = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.close(() => resolve());
    cut();
    await promise;
  };
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    get attempts() {
      return attempts;
    },
    get refusals() {
      return refusals;
    },
    refuseRecipients: (responseCode) => void (refusal = responseCode),
    beIn: (now) => void (mood = now),
    goAway,
    async comeBack() {
      server = await listen(address.port);
    },
    [Symbol.asyncDispose]: goAway,
  };
}
