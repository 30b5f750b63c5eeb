import path from "node:path";
import { pino } from "pino";
import { Registry } from "prom-client";
import type { Database } from "#migrations/status/schema.ts";
import { overallStatus } from "#monitor/domain/overall.ts";
import { readHistory } from "#monitor/store/history.ts";
import { createAlerter } from "#status-api/alerts/alerter.ts";
import { alertMetrics } from "#status-api/alerts/metrics.ts";
import { atomFeed } from "#status-api/feeds/atom.ts";
import { feedOf } from "#status-api/feeds/feed.ts";
import { createNotifier } from "#status-api/notify/notifier.ts";
import { notifyMetrics } from "#status-api/notify/metrics.ts";
import { openWebhookSender } from "#status-api/delivery/senders.ts";
import { openMailSender } from "#mail/sender.ts";
import { loadPageBuild, type PageContent } from "#status-api/page/page-build.ts";
import { overviewContent } from "#status-api/page/page-view.ts";
import { statusEventContent } from "#status-api/page/page-view-status-event.ts";
import { openArchive } from "#status-api/snapshot/archive.ts";
import { buildSnapshot, type Snapshot } from "#status-api/snapshot/snapshot.ts";
import { renderText } from "#status-api/texts/moments.ts";
import { forEachLanguage, type Language, languages } from "#web-kit/language/languages.ts";
import { minuteMs, ScriptedProbing } from "../probes/scripted-probing.ts";
import { monitorFileForStub } from "../probes/stub-monitor-file.ts";
import { projectRoot } from "../program.ts";
import { startMailServer } from "../servers/mail-server.ts";
import { startWebhookReceiver } from "../servers/webhook-receiver.ts";
import { DOWN_RULE } from "../status-api/watched-checks.ts";
import { writeSubscriber } from "../status-api/subscribers.ts";
import { writeMaintenance } from "../status-api/written-maintenance.ts";
import { temporaryDirectory } from "../temporary-directory.ts";
import { COMPONENT_IDS, type OutageMinute, type ScriptedOutage } from "./eight-outages.ts";
import type { OutageMoment, AnnouncedIncident } from "./outage-rules.ts";

const logger = pino({ level: "silent" });
const QUIET_MINUTES = 3;
/** How often in a minute alerts and messages are looked after. */
const LOOKS_PER_MINUTE = 6;

/** What came of an outage. */
export interface WalkedOutage {
  /** The moments of its minutes, oldest first. */
  readonly moments: readonly OutageMoment[];
  /** The members of its incidents, in the order of their beginning, and whether each is resolved. */
  readonly incidents: readonly {
    readonly memberIds: readonly string[];
    readonly isResolved: boolean;
  }[];
  /** How many messages each receiver got. */
  readonly messages: Readonly<Record<string, number>>;
}

/** Lives through an outage minute by minute, with the real recorder, store, pages, feeds, mails and alerts. */
export async function walkOutage(db: Database, outage: ScriptedOutage): Promise<WalkedOutage> {
  await using stack = new AsyncDisposableStack();
  const home = stack.use(await temporaryDirectory("outage"));
  const { page, groups, components } = await monitorFileForStub(home.path, "http://127.0.0.1:1");
  const { dependsOn = {}, maintenance } = outage;
  const standing = components.map((component) => ({
    ...component,
    depends_on: [...(dependsOn[component.id as keyof typeof dependsOn] ?? [])],
  }));
  const checks = COMPONENT_IDS.map((id) => ({ id }));
  const probing = new ScriptedProbing(db, checks, { page, groups, components: standing });
  await probing.start();
  const receiver = stack.use(await startWebhookReceiver());
  const mailServer = stack.use(await startMailServer());
  for (const language of languages) {
    await writeSubscriber(db, "email", `${language}@example.com`, { language });
    await writeSubscriber(db, "webhook", `${receiver.url}/webhook-${language}`, { language });
    await writeSubscriber(db, "slack", `${receiver.url}/slack-${language}`, { language });
  }
  await db.deleteFrom("alert_configuration").execute();
  await db
    .insertInto("alert_configuration")
    .values({
      id: 1,
      receivers: JSON.stringify(
        languages.map((language) => ({
          id: language,
          channel: "slack",
          language,
          fallback: null,
          settings: { url: `${receiver.url}/alerts-${language}` },
        })),
      ),
      rules: JSON.stringify([{ ...DOWN_RULE, receivers: languages }]),
    })
    .execute();
  let aheadMs = 0;
  const nowMs = (): number => probing.nowMs + aheadMs;
  const webhooks = openWebhookSender({ allowPrivate: true });
  stack.defer(() => webhooks.close());
  const mail = openMailSender({ smtpUrl: mailServer.url, from: "Status <status@example.org>" });
  stack.defer(() => mail.close());
  const shared = { db, statusUrl: "https://status.example.org", mail, webhooks, logger, nowMs };
  const alerter = stack.use(
    createAlerter({ ...shared, metrics: alertMetrics(new Registry(), nowMs), random: () => 0 }),
  );
  const notifier = stack.use(
    createNotifier({
      ...shared,
      overall: () => overallStatus([]),
      metrics: notifyMetrics(new Registry(), nowMs),
    }),
  );
  const look = async (): Promise<void> => {
    await alerter.plan();
    await alerter.send();
    await alerter.settled();
    await notifier.look();
    await notifier.settled();
  };
  const build = await loadPageBuild(path.join(projectRoot, "build/status-page"));
  const archive = openArchive(db, nowMs);
  const pages = async (snapshot: Snapshot): Promise<OutageMoment["readings"]> => {
    const current = { snapshot, databaseAwaySinceMs: undefined };
    const open = snapshot.incidents.filter(({ resolvedAtMs }) => resolvedAtMs === null);
    const contents: PageContent[] = [overviewContent(current)];
    if (open.length === 1)
      contents.push((await statusEventContent(current, archive, open[0]!.id))!);
    const render = (content: (typeof contents)[number], language: Language): string =>
      build.module.renderPage(content, {
        language,
        path: "/",
        renderedAtMs: nowMs(),
        files: build.files,
        identity: snapshot.page.identity,
      });
    return languages.flatMap((language) => [
      ...contents.map((content) => ({
        place: content.kind,
        language,
        text: textOf(render(content, language)),
      })),
      { place: "feed", language, text: atomFeed(feedOf(snapshot, language)) },
    ]);
  };

  await probing.play(
    Object.fromEntries(COMPONENT_IDS.map((id) => [id, "o".repeat(QUIET_MINUTES)])),
  );
  const beganMs = probing.nowMs;
  if (maintenance !== undefined) {
    await writeMaintenance(db, {
      id: "planned",
      fromMs: beganMs + maintenance.fromMinute * minuteMs,
      untilMs: beganMs + maintenance.untilMinute * minuteMs,
      componentIds: maintenance.componentIds,
    });
  }
  const moments: OutageMoment[] = [];
  for (const minute of outage.minutes) {
    const startMs = probing.nowMs;
    const before = receiver.received.length;
    for (const id of COMPONENT_IDS) {
      const found = minute[id];
      if (found !== undefined && found !== "silent") probing.failFor(id, found);
    }
    await probing.play(
      Object.fromEntries(
        COMPONENT_IDS.map((id) => [
          id,
          minute[id] === undefined ? "o" : minute[id] === "silent" ? "." : "f",
        ]),
      ),
    );
    // The clock stands at the end of the minute; what is due in it is told in its order.
    for (let at = LOOKS_PER_MINUTE - 1; at >= 0; at -= 1) {
      aheadMs = (-at * minuteMs) / LOOKS_PER_MINUTE;
      await look();
    }
    aheadMs = 0;
    const snapshot = buildSnapshot(await readHistory(db, nowMs()), nowMs())!;
    const alerts = receiver.received.slice(before);
    moments.push({
      components: await componentsNow(db, snapshot, standing, minute),
      incidents: await openIncidents(db, snapshot, startMs),
      alertTitles: forEachLanguage((language) =>
        alerts
          .filter((one) => one.path === `/alerts-${language}`)
          .map(({ body }) => String(body.text)),
      ),
      readings: await pages(snapshot),
    });
  }
  const rows = await db
    .selectFrom("incidents")
    .select(["id", "resolved_at"])
    .where("impact", "!=", "maintenance")
    .orderBy("created_at")
    .orderBy("started_at")
    .execute();
  const members = await db.selectFrom("incident_components").selectAll().execute();
  return {
    moments,
    incidents: rows.map(({ id, resolved_at }) => ({
      memberIds: COMPONENT_IDS.filter((one) =>
        members.some((row) => row.incident_id === id && row.component_id === one),
      ),
      isResolved: resolved_at !== null,
    })),
    messages: {
      ...Object.fromEntries(
        [...Map.groupBy(receiver.received, (one) => one.path.slice(1))].map(([who, all]) => [
          who,
          all.length,
        ]),
      ),
      mails: mailServer.mails.length,
    },
  };
}

async function componentsNow(
  db: Database,
  snapshot: Snapshot,
  standing: readonly { readonly id: string; readonly depends_on: readonly string[] }[],
  minute: OutageMinute,
): Promise<OutageMoment["components"]> {
  const scripted = new Map(Object.entries(minute).filter(([, why]) => why !== "silent"));
  const open = await db
    .selectFrom("component_states")
    .select(["component_id", "reason"])
    .where("to_at", "is", null)
    .execute();
  return snapshot.components.map(({ id, name, status }) => ({
    id,
    name,
    status,
    dependsOn: standing.find((one) => one.id === id)?.depends_on ?? [],
    reason: scripted.get(id) ?? open.find((row) => row.component_id === id)?.reason ?? null,
  }));
}

async function openIncidents(
  db: Database,
  { incidents, page }: Snapshot,
  sinceMs: number,
): Promise<AnnouncedIncident[]> {
  const members = await db.selectFrom("incident_components").selectAll().execute();
  return incidents
    .filter(({ resolvedAtMs }) => resolvedAtMs === null)
    .map(({ id, status, name, componentIds, updates: [newest] }) => ({
      id,
      status,
      name,
      memberIds: componentIds,
      failingIds: members
        .filter((row) => row.incident_id === id && row.status !== "operational")
        .map((row) => row.component_id),
      newest:
        newest !== undefined && newest.updatedAtMs >= sinceMs
          ? forEachLanguage((language) =>
              renderText(newest.body[language], newest.displayAtMs, language, page.timeZone),
            )
          : null,
    }));
}

/** Returns the text of a page without its scripts and styles. */
function textOf(html: string): string {
  return html
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, "")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
