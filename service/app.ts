import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { DashboardSessions } from "./accounts/dashboard-sessions.ts";
import { Invitations } from "./accounts/invitations.ts";
import { Leaving } from "./accounts/leaving.ts";
import { Members } from "./accounts/members.ts";
import { OneTimeTokens } from "./accounts/one-time-tokens.ts";
import { OpenIdProvider } from "#openid/provider.ts";
import { ProviderSignIn } from "./accounts/provider-sign-in.ts";
import type { PasswordHashing } from "./accounts/password.ts";
import { People } from "./accounts/people.ts";
import type { Postbox } from "./mails/postbox.ts";
import { KeyCheck } from "./access/key-check.ts";
import { LIMITS } from "./contract/limits.ts";
import { OwnKeys } from "./accounts/own-keys.ts";
import type { Quota } from "./access/quota/quota.ts";
import type { SecondSteps } from "./accounts/second-steps.ts";
import type { SessionSecret } from "./accounts/session-secret.ts";
import { SignIn } from "./accounts/sign-in.ts";
import type { AccountStore } from "./accounts/store.ts";
import type { UsageLedger } from "./access/quota/usage.ts";
import type { OpenDatabase } from "#database/open-database.ts";
import type { ServiceDatabase } from "#migrations/service/schema.ts";
import type { ServiceConfig } from "./config.ts";
import type { Engine } from "./engine/engine.ts";
import { authenticator } from "./access/authenticate.ts";
import {
  addConventions,
  answerGarbage,
  answerUnreadable,
  requestIdOf,
} from "./api/http/conventions.ts";
import { allowOrigins } from "./api/http/allow-origins.ts";
import { Receipts } from "./api/http/receipts.ts";
import { withoutTrailingSlash } from "./api/http/trailing-slash.ts";
import { Spool } from "./api/http/spool.ts";
import type { Drain } from "#runtime/drain.ts";
import { trustProxyOption } from "#runtime/client-address.ts";
import { Connections } from "#runtime/connections.ts";
import { httpServers } from "#runtime/http-server.ts";
import { securityHeaders } from "#runtime/security-headers.ts";
import { requestCredential } from "./access/credentials.ts";
import { Admission } from "./access/admission.ts";
import { makeGuard } from "./access/guard.ts";
import { IdempotencyStore } from "./api/http/idempotency-store.ts";
import { Idempotency } from "./api/http/idempotency.ts";
import type { RequestLimits } from "./access/limits/request-limits.ts";
import type { ServiceMetrics } from "./api/http/metrics.ts";
import { documentRoutes, requireDescriptions } from "./api/documents.ts";
import { jobRoutes } from "./api/jobs.ts";
import { healthRoutes } from "./api/health.ts";
import { limitRoutes } from "./api/limits.ts";
import { modelRoutes } from "./api/models.ts";
import { sendNotFoundPage, wantsPage } from "./api/pages/send-page.ts";
import { dialectRoutes } from "./api/dialects/dialects.ts";
import { pronunciationRoutes } from "./api/pronunciations.ts";
import { sessionRoutes } from "./api/sessions.ts";
import { siteRoutes } from "./site.ts";
import { speechRoutes } from "./api/speech.ts";
import { transcriptionRoutes } from "./api/transcriptions.ts";
import { usageRoutes } from "./api/usage.ts";
import { voiceRoutes } from "./api/voices.ts";
import type { SiteServices } from "./api/pages/site-services.ts";
import type { WebBuild } from "./api/pages/web-build.ts";
import { opensSocket, webSocketRoutes } from "./api/web-sockets.ts";
import type { JobStore } from "./jobs/job-store.ts";
import { Dictionaries } from "./speech/pronunciations/dictionaries.ts";
import { PronunciationStore } from "./speech/pronunciations/pronunciation-store.ts";
import { SavedVoiceStore } from "./speech/saved-voices/saved-voice-store.ts";

/** Services that the app is built on; their creator closes them. */
export interface AppServices {
  readonly config: ServiceConfig;
  readonly drain: Drain;
  readonly database: OpenDatabase<ServiceDatabase>;
  readonly accounts: AccountStore;
  readonly usage: UsageLedger;
  readonly quota: Quota;
  readonly limits: RequestLimits;
  readonly engine: Engine;
  readonly metrics: ServiceMetrics;
  readonly web: WebBuild;
  readonly sessionSecret: SessionSecret;
  readonly passwords: PasswordHashing;
  readonly secondSteps: SecondSteps;
  /** Undefined where no mail server is set. */
  readonly mails: Postbox | undefined;
  readonly jobs: JobStore;
  /** Called when a job was added. */
  readonly onJob: () => void;
  readonly log: Logger;
}

const ROUTES = [
  webSocketRoutes,
  transcriptionRoutes,
  jobRoutes,
  speechRoutes,
  pronunciationRoutes,
  voiceRoutes,
  modelRoutes,
  sessionRoutes,
  usageRoutes,
  limitRoutes,
  healthRoutes,
  dialectRoutes,
  documentRoutes,
  siteRoutes,
];

/** Builds the HTTP application; it does not listen yet. */
export async function buildApp(services: AppServices): Promise<FastifyInstance> {
  const { config, drain, database, accounts, usage, quota, limits, engine, metrics, web } =
    services;
  const { sessionSecret, secondSteps, mails, log } = services;
  const loggerInstance: FastifyBaseLogger = log;
  const app = Fastify({
    loggerInstance,
    // The conventions log one line per request, without URLs, which may contain a token.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    rewriteUrl: ({ url = "" }) => withoutTrailingSlash(url),
    trustProxy: trustProxyOption(config.trustedProxies),
    bodyLimit: LIMITS.bodyBytes,
    return503OnClosing: false,
    serverFactory: httpServers(new Connections(), { takesUploads: true }),
    // Upgrades only where there are sockets: Java's client offers HTTP/2 with every request, and nothing would end another
    // upgraded connection. A request without a Host header is answered like others.
    http: { shouldUpgradeCallback: opensSocket, requireHostHeader: false },
    frameworkErrors: (_error, request, reply) => answerUnreadable(request, reply, metrics),
    clientErrorHandler: (error, socket) => answerGarbage(error, socket, metrics),
  });
  const publicUrl = () => config.publicUrl ?? listeningUrl(app);
  const keyCheck = new KeyCheck(accounts);
  const authenticate = authenticator(keyCheck, sessionSecret);
  const admission = new Admission(limits, quota);
  const sessions = new DashboardSessions(database.db);
  const people = new People(database.db);
  const tokens = new OneTimeTokens(database.db);
  const pronunciations = new PronunciationStore(database.db);
  const site: SiteServices = {
    drain,
    engine,
    accounts,
    authenticate,
    keyCheck,
    admission,
    guard: makeGuard(
      (request) => authenticate(requestCredential(request.headers), request.ip),
      admission,
    ),
    limits,
    quota,
    usage,
    metrics,
    idempotency: new Idempotency(new IdempotencyStore(database.db)),
    receipts: new Receipts(),
    spool: new Spool(LIMITS.speechAhead),
    pronunciations,
    dictionaries: new Dictionaries(pronunciations),
    voices: new SavedVoiceStore(database.db),
    sessionSecret,
    compatModelId: config.compatModelId,
    recordingUrls: config.recordingUrls,
    webhookUrls: config.webhookUrls,
    jobs: services.jobs,
    onJob: services.onJob,
    smartFormats: config.smartFormats,
    metricsTokens: config.metricsTokens,
    publicUrl,
    ttsUrl: () => config.ttsUrl ?? publicUrl(),
    web,
    statusUrl: config.statusUrl,
    sessions,
    people,
    members: new Members(database.db),
    invitations: new Invitations(database.db),
    leaving: new Leaving(database.db),
    tokens,
    provider: config.openId && new OpenIdProvider(config.openId),
    providerSignIn: new ProviderSignIn(database.db, accounts, people, secondSteps),
    secondSteps,
    mails,
    signIn: new SignIn(accounts, people, sessions, tokens, services.passwords),
    keys: new OwnKeys(database.db),
    signUpIsOpen: config.signUp === "open",
    signUpContact: config.signUpContact,
  };
  await allowOrigins(app, config.corsOrigins);
  addConventions(app, metrics, {
    opensSocket,
    notFoundPage: (request, reply) =>
      wantsPage(request) ? sendNotFoundPage(site, reply) : undefined,
    headers: securityHeaders(config.publicUrl),
    drain,
    logAddresses: config.logAddresses,
  });
  requireDescriptions(app);
  for (const routes of ROUTES) await app.register(routes, site);
  return app;
}

/** Returns the URL at which the app is reached from this machine. */
export function listeningUrl(app: FastifyInstance): string {
  const address = app.server.address();
  if (address === null || typeof address === "string") throw new Error("the app does not listen");
  const { address: host, port, family } = address;
  if (host === "0.0.0.0" || host === "::") return `http://127.0.0.1:${port}`;
  return `http://${family === "IPv6" ? `[${host}]` : host}:${port}`;
}
