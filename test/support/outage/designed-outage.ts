import type { Kysely } from "kysely";
import { pino } from "pino";

import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import { startStatusApi } from "#status-api/server.ts";
import { languages } from "#web-kit/language/languages.ts";
import { readRevision } from "#monitor/store/revision.ts";

import type { EmptyDatabase } from "../databases/every-database.ts";
import { eventually } from "../eventually.ts";
import { minuteMs, type Script, ScriptedProbing } from "../probes/scripted-probing.ts";
import { monitorFileForStub } from "../probes/stub-monitor-file.ts";
import { type MailServer, startMailServer } from "../servers/mail-server.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../servers/webhook-receiver.ts";
import { temporaryDirectory } from "../temporary-directory.ts";
import { adminClient } from "../status-api/admin-client.ts";
import { writeHistory } from "../status-api/status-history.ts";
import { writeSubscriber } from "../status-api/subscribers.ts";

const dayMs = 24 * 60 * minuteMs;
const adminToken = "admin-token-of-the-outage";

/** What the checks find of components that are not named, and of those that are. */
const slots = (rest: string, named: Script = {}): Script => ({
  ...Object.fromEntries(
    ["stt-file", "stt-stream", "tts", "web", "docs", "dashboard", "demo"].map((id) => [id, rest]),
  ),
  ...named,
});

/** The stages, in their order: an outage that automation tells of, then an incident that only a person sees. */
const stages = {
  before: ({ play }) => play(slots("ooo")),
  fallen: ({ play }) => play(slots("ff", { docs: "oo", dashboard: "oo" })),
  worse: ({ play }) => play(slots("ff", { dashboard: "oo" })),
  "partly-recovered": ({ play }) => play(slots("ff", { web: "oo", demo: "oo", dashboard: "oo" })),
  recovered: ({ play }) => play(slots("oo")),
  resolved: ({ play }) => play(slots("ooo")),
  "next-day": async ({ passQuietDay, play }) => {
    await passQuietDay();
    await play(slots("oo"));
  },
  "by-hand": ({ tell }) =>
    tell("/incidents", {
      name: "Some invoices arrive late",
      name_tr: "Bazı faturalar geç ulaşıyor",
      impact: "minor",
      status: "identified",
      components: [],
      body: "A mail provider delays our messages.",
      body_tr: "Bir e-posta sağlayıcısı iletilerimizi geciktiriyor.",
    }),
  "watched-by-hand": ({ tell }) =>
    tell("/incidents/{id}/updates", {
      status: "monitoring",
      body: "The provider delivers again.",
      body_tr: "Sağlayıcı yeniden teslim ediyor.",
    }),
  "closed-by-hand": async ({ tell }) => {
    await tell("/incidents/{id}/resolve", {});
    await tell("/incidents/{id}/postmortem", {
      body: "We added a second provider.",
      body_tr: "İkinci bir sağlayıcı ekledik.",
    });
  },
} as const satisfies Readonly<Record<string, (means: Means) => Promise<void>>>;

export type OutageStage = keyof typeof stages;
export const outageStages = Object.keys(stages) as readonly OutageStage[];

/** How a stage is reached. */
interface Means {
  readonly play: (script: Script) => Promise<void>;
  /** Lets a day pass in which every check passed. */
  readonly passQuietDay: () => Promise<void>;
  /** Asks the admin API; `{id}` stands for the newest incident. */
  readonly tell: (path: string, body: object) => Promise<void>;
}

/** A status page that lives through an outage on a clock of its own, with subscribers of every channel in each language. */
export interface DesignedOutage extends AsyncDisposable {
  readonly db: Kysely<StatusDatabase>;
  readonly url: string;
  /** All mails so far, to `en@example.com` and `tr@example.com`. */
  readonly mails: MailServer["mails"];
  /** All webhooks so far, at `/webhook-en`, `/slack-tr` and so on. */
  readonly webhooks: WebhookReceiver["received"];
  nowMs(): number;
  /** Goes on to the next stage; resolves once it is served, and everybody is told. */
  reach(stage: OutageStage): Promise<void>;
  /** The id of the newest incident; undefined before the first. */
  newestIncident(): Promise<string | undefined>;
}

/** Starts it on an empty database, 90 quiet days after the page was set up. */
export async function startDesignedOutage(empty: EmptyDatabase): Promise<DesignedOutage> {
  await using stack = new AsyncDisposableStack();
  const { db } = stack.use(await openStatusDatabase(empty));
  const home = stack.use(await temporaryDirectory("outage"));
  const { page, groups, components } = await monitorFileForStub(home.path, "http://127.0.0.1:1");
  const checks = components.map(({ id }) =>
    id === "docs" ? { id, reason: "bad_status" as const } : { id },
  );
  const probing = new ScriptedProbing(db, checks, { page, groups, components });
  await probing.start();
  for (const { id } of components) {
    const quiet = [{ status: "operational", fromMs: probing.nowMs - 90 * dayMs }] as const;
    await writeHistory(db, id, quiet, probing.nowMs + minuteMs);
  }
  const mailServer = stack.use(await startMailServer());
  const receiver = stack.use(await startWebhookReceiver());
  for (const language of languages) {
    await writeSubscriber(db, "email", `${language}@example.com`, { language });
    for (const channel of ["webhook", "slack"]) {
      await writeSubscriber(db, channel, `${receiver.url}/${channel}-${language}`, { language });
    }
  }
  let aheadMs = 0;
  const nowMs = (): number => probing.nowMs + aheadMs;
  const api = stack.use(
    await startStatusApi({
      db,
      host: "127.0.0.1",
      port: 0,
      adminToken,
      logger: pino({ level: "silent" }),
      nowMs,
      subscriptions: {
        statusUrl: "https://status.example.org",
        mail: { smtpUrl: mailServer.url, from: "Status <status@example.org>" },
        webhooks: { allowPrivate: true },
      },
    }),
  );
  const newestIncident = async (): Promise<string | undefined> => {
    const newest = db.selectFrom("incidents").select("id").orderBy("created_at", "desc");
    return (await newest.executeTakeFirst())?.id;
  };
  const admin = adminClient(() => api.url, adminToken);
  const means: Means = {
    play: (script) => probing.play(script),
    passQuietDay: async () => {
      probing.nowMs += dayMs;
      const known_until = new Date(probing.nowMs + minuteMs);
      await db.updateTable("components").set({ known_until }).execute();
      await db.updateTable("check_states").set({ known_until }).execute();
    },
    tell: async (path, body) => {
      await probing.play(slots("o"));
      const id = (await newestIncident()) ?? "";
      const { status, body: answer } = await admin("POST", path.replace("{id}", id), body);
      if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(answer)}`);
    },
  };
  /** An opening waits a minute for what fails after it, and a message a while for what else is told. */
  const everybodyIsNotified = async (): Promise<void> => {
    aheadMs += minuteMs;
    await eventually("every update is in the outbox", async () => {
      const waiting = db
        .selectFrom("incident_updates")
        .select("id")
        .where("notified_at", "is", null);
      return (await waiting.executeTakeFirst()) === undefined;
    });
    aheadMs += 15_000;
    await eventually("every message is delivered", async () => {
      const waiting = db.selectFrom("outbox").select("id").where("delivered_at", "is", null);
      return (await waiting.executeTakeFirst()) === undefined;
    });
  };
  const isServed = async (): Promise<void> => {
    const { number } = await readRevision(db);
    await eventually("the newest revision is served", async () => {
      const ready = await (await fetch(new URL("/readyz", api.url))).text();
      return ready.includes(`"revision":${number},`);
    });
  };
  const running = stack.move();
  return {
    db,
    url: api.url,
    mails: mailServer.mails,
    webhooks: receiver.received,
    nowMs,
    async reach(stage) {
      aheadMs = 0;
      await stages[stage](means);
      await everybodyIsNotified();
      await isServed();
    },
    newestIncident,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
