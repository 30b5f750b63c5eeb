import { pino } from "pino";

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { startStatusApi } from "#status-api/server.ts";

import { ownDatabase } from "../databases/every-database.ts";
import { shownCode } from "../service/authenticator-app.ts";
import { testModels } from "../program.ts";
import { startSpeechService } from "../service/speech-service.ts";
import { writeSubscriber } from "../status-api/subscribers.ts";
import { designedAccount, type LinkTokens, writeDesignedAccount } from "./designed-account.ts";
import { addDesignedPronunciations, saveDesignedVoices } from "./designed-speech.ts";
import { writeDesignedHistory } from "./designed-history.ts";
import { writeDesignedOnCall } from "./designed-on-call.ts";

/** The status page and the speech service's site, running, with data that shows all that their pages can show. */
export interface DesignedWebs extends AsyncDisposable {
  readonly urls: Readonly<Record<Web, string>>;
  /** Somebody who is signed in; a newcomer is another one each time. */
  visitor(who: Visitor): SignedInVisitor;
  /** Of a confirmed subscriber. */
  readonly subscriberToken: string;
  readonly linkTokens: LinkTokens;
}

/**
 * Who is signed in: to the dashboard the owner of the account, somebody who may read its usage alone, or somebody who sets up the
 * second step; to the console of the status page somebody on call.
 */
export type Visitor = "owner" | "reader" | "newcomer" | "onCall";

export interface SignedInVisitor {
  /** The cookie of the session. */
  readonly session: { readonly name: string; readonly value: string };
  /** What their authenticator app shows; undefined where they have none. */
  readonly code?: string;
}

/** What the browser of whoever is signed in calls itself. */
const BROWSER =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

export type Web = "status" | "service";

/** Starts both; the status API takes `nowMs` for now, the service knows the real time alone. */
export async function startDesignedWebs(nowMs: number, models = testModels): Promise<DesignedWebs> {
  await using stack = new AsyncDisposableStack();
  const service = await startService(stack, models);
  const status = await startStatus(stack, nowMs);
  const { linkTokens, readerSession, newcomers } = service;
  const owner = await signIn(service.url);
  const { name } = owner.session;
  const running = stack.move();
  return {
    urls: { status: status.url, service: service.url },
    visitor: (who) => {
      if (who === "owner") return owner;
      if (who === "onCall") return { session: status.onCallSession };
      if (who === "reader") return { session: { name, value: readerSession } };
      const next = newcomers.shift();
      if (next === undefined) throw new Error("every newcomer was taken");
      return { session: { name, value: next.session }, code: shownCode(next.secret) };
    },
    subscriberToken: status.subscriberToken,
    linkTokens,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function startService(stack: AsyncDisposableStack, models: string) {
  const place = stack.use(await ownDatabase("service"));
  const access = await writeDesignedAccount(place, Date.now());
  const service = stack.use(
    await startSpeechService({
      DATA_DIR: place.dataDirectory,
      ...(place.url !== undefined && { SERVICE_DATABASE_URL: place.url }),
      SPEECH_MODELS_DIR: models,
      BOOTSTRAP_EMAIL: designedAccount.email,
      BOOTSTRAP_PASSWORD: designedAccount.password,
      SMTP_URL: "smtp://127.0.0.1:1",
      MAIL_FROM: "Speech <speech@example.org>",
    }),
  );
  await saveDesignedVoices(service);
  await addDesignedPronunciations(service);
  return { url: service.url, ...access };
}

async function startStatus(stack: AsyncDisposableStack, nowMs: number) {
  const place = stack.use(await ownDatabase("status"));
  const database = await openStatusDatabase(place);
  stack.defer(() => database.close());
  await writeDesignedHistory(database.db, nowMs);
  const onCallSession = await writeDesignedOnCall(database.db, nowMs);
  // Nothing happens to the documentation, so that nobody has to be told of it.
  const wishes = { components: ["docs"] };
  const { token } = await writeSubscriber(database.db, "email", "ayse@example.com", wishes);
  const api = stack.use(
    await startStatusApi({
      db: database.db,
      host: "127.0.0.1",
      port: 0,
      adminToken: "admin-token-of-people-on-call",
      logger: pino({ level: "silent" }),
      nowMs: () => nowMs,
      subscriptions: {
        statusUrl: "https://status.example.org",
        mail: { smtpUrl: "smtp://127.0.0.1:1", from: "Status <status@example.org>" },
        webhooks: { allowPrivate: false },
      },
    }),
  );
  return { url: api.url, subscriberToken: token, onCallSession };
}

async function signIn(serviceUrl: string): Promise<SignedInVisitor> {
  const { email, password } = designedAccount;
  const answer = await fetch(new URL("/dashboard/sign-in", serviceUrl), {
    method: "POST",
    redirect: "manual",
    headers: { "user-agent": BROWSER },
    body: new URLSearchParams({ email, password }),
  });
  const [name, value] = (answer.headers.get("set-cookie") ?? "").split(";")[0]?.split("=") ?? [];
  if (name === undefined || value === undefined) {
    throw new Error(`signing in answered ${answer.status} without a cookie`);
  }
  return { session: { name, value } };
}
