import type { FastifyInstance } from "fastify";
import { may } from "../../accounts/roles.ts";
import type { ListedSession, SignedIn } from "../../accounts/dashboard-sessions.ts";
import { limitJson, LIMITS } from "../../contract/limits.ts";
import type { NewKey } from "../../accounts/own-keys.ts";
import type { Engine } from "../../engine/engine.ts";
import { MAX_PER_PAGE } from "../../contract/lists.ts";
import { jobJson } from "../../jobs/job-body.ts";
import type { SavedVoiceStore } from "../../speech/saved-voices/saved-voice-store.ts";
import type { SavedVoice } from "../../speech/saved-voices/saved-voice.ts";
import type {
  AccountView,
  DashboardView,
  JobsView,
  KeyProblem,
  KeysView,
  OverviewView,
  PronunciationsView,
  SessionRow,
  VoicesView,
} from "../../web/dashboard/frame/content.ts";
import { modelVoices } from "../pages/docs.ts";
import type { SiteServices } from "../pages/site-services.ts";
import { pronunciationJson } from "../pronunciations.ts";
import { savedVoiceJson } from "../voices.ts";
import { proofOf } from "./proof-of.ts";
import { keyRow, quotaMonth, usageRows, usageView } from "./usage-view.ts";
import { membersView } from "./members-view.ts";
import { ACTION_OF, sendView } from "./send-view.ts";
import { forAllowed, forSignedIn } from "./visitor.ts";

const OVERVIEW_DAYS = 30;
/** Values of the query parameter `changed`: what the account page reports as done. */
const ACCOUNT_CHANGES = [
  "password",
  "address",
  "email",
  "mail-sent",
  "mail-sent-to-new",
  "session",
  "two-step-off",
  "connected",
  "not-connected",
] as const;

/** Registers the pages of an account: `/dashboard`, and one below it for each of its parts. */
export async function viewRoutes(app: FastifyInstance, services: SiteServices): Promise<void> {
  app.get("/dashboard", (_request, reply) =>
    forSignedIn(services, reply, async (who) =>
      may(who.role, ACTION_OF.overview)
        ? sendView(services, reply, who, await overview(services, who))
        : reply.redirect("/dashboard/usage", 303),
    ),
  );
  page("keys", (who) => keysView(services, who));
  page("usage", (who, query) => usageView(services, who, query));
  page("jobs", (who) => jobsView(services, who));
  page("voices", async (who, { design }) => ({
    ...(await voicesView(services, who)),
    design: typeof design === "string" ? design : undefined,
  }));
  page("pronunciations", (who) => pronunciationsView(services, who));
  page("members", (who) => membersView(services, who));
  page("account", async (who, query) => ({
    ...(await accountView(services, who)),
    done: ACCOUNT_CHANGES.find((done) => done === query["changed"]),
  }));

  function page(
    name: keyof typeof ACTION_OF | "account",
    view: (who: SignedIn, query: Readonly<Record<string, unknown>>) => Promise<DashboardView>,
  ): void {
    app.get<{ Querystring: Record<string, unknown> }>(`/dashboard/${name}`, (request, reply) => {
      const answer = async (who: SignedIn) =>
        sendView(services, reply, who, await view(who, request.query));
      return name === "account"
        ? forSignedIn(services, reply, answer)
        : forAllowed(services, reply, ACTION_OF[name], answer);
    });
  }
}

export async function keysView(
  { keys, engine }: SiteServices,
  { account }: SignedIn,
  { created, problem }: { readonly created?: NewKey; readonly problem?: KeyProblem } = {},
): Promise<KeysView> {
  return {
    view: "keys",
    keys: (await keys.list(account.id)).map(keyRow),
    maxKeys: LIMITS.keysInUse,
    maxNameCharacters: LIMITS.keyNameCharacters,
    created: created === undefined ? undefined : { name: created.name, secret: created.secret },
    problem,
    voice: exampleVoices(engine)[0],
  };
}

export async function accountView(
  services: SiteServices,
  who: SignedIn,
  problem?: AccountView["problem"],
): Promise<AccountView> {
  const { sessions, secondSteps, mails, provider, providerSignIn, members } = services;
  return {
    view: "account",
    createdAt: who.accountCreatedAt.toISOString(),
    sessions: (await sessions.list(who)).map(sessionRow),
    twoStep: { ...(await secondSteps.stateOf(who.person.id)), problem: undefined },
    provider: provider && {
      name: provider.name,
      isConnected: await providerSignIn.isConnected(who.person.id),
    },
    accounts: (await members.accountsOf(who.person.id)).map(({ accountId, email }) => ({
      id: accountId,
      email,
      isShown: accountId === who.account.id,
    })),
    role: who.role,
    hasPassword: who.person.hasPassword,
    isConfirmed: who.person.isConfirmed,
    sendsMail: mails !== undefined,
    problem,
    emailChange: { problem: undefined, email: "" },
    deletion: { proof: await proofOf(services, who), problem: undefined },
    done: undefined,
    minPasswordCharacters: LIMITS.passwordCharacters.min,
  };
}

function sessionRow({ createdAt, lastUsedAt, ...session }: ListedSession): SessionRow {
  return {
    ...session,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  };
}

async function overview(services: SiteServices, who: SignedIn): Promise<OverviewView> {
  const { keys, engine } = services;
  const { rows, days } = await usageRows(services, who, OVERVIEW_DAYS);
  return {
    view: "overview",
    keys: (await keys.list(who.account.id)).map(keyRow),
    usage: rows,
    days,
    quota: await quotaMonth(services, who),
    voice: exampleVoices(engine)[0],
  };
}

async function jobsView({ jobs }: SiteServices, { account }: SignedIn): Promise<JobsView> {
  const newest = { limit: MAX_PER_PAGE, order: "desc" } as const;
  const { items, hasMore } = await jobs.list(account.id, newest);
  return {
    view: "jobs",
    jobs: items.map(jobJson),
    hasMore,
    keptHours: LIMITS.jobs.keptSeconds / 3600,
  };
}

async function voicesView(
  { voices, engine }: SiteServices,
  { account, limits }: SignedIn,
): Promise<Omit<VoicesView, "design">> {
  return {
    view: "voices",
    voices: (await allVoices(voices, account.id)).map((voice) => savedVoiceJson(voice, engine)),
    maxVoices: limitJson(limits.savedVoices),
    maxNameCharacters: LIMITS.voiceNameCharacters,
    maxDescriptionCharacters: LIMITS.voiceNoteCharacters,
    maxDesignCharacters: LIMITS.directionCharacters,
    recording: {
      minSeconds: LIMITS.minReferenceSeconds,
      maxSeconds: LIMITS.maxReferenceSeconds,
      maxBytes: LIMITS.referenceBytes,
    },
    builtIn: modelVoices(engine),
  };
}

/** Reads all pages of the list, newest first. */
async function allVoices(
  voices: SavedVoiceStore,
  accountId: string,
  after?: string,
): Promise<readonly SavedVoice[]> {
  const request = {
    limit: MAX_PER_PAGE,
    order: "desc",
    ...(after !== undefined && { after }),
  } as const;
  const { items, hasMore } = await voices.list(accountId, request);
  return hasMore ? [...items, ...(await allVoices(voices, accountId, items.at(-1)?.id))] : items;
}

async function pronunciationsView(
  { pronunciations, engine }: SiteServices,
  { account, limits }: SignedIn,
): Promise<PronunciationsView> {
  const { entries } = await pronunciations.dictionary(account.id);
  return {
    view: "pronunciations",
    entries: entries.map(pronunciationJson),
    maxEntries: limitJson(limits.pronunciations),
    maxLines: LIMITS.importedLines,
    maxWordCharacters: LIMITS.pronouncedWordCharacters,
    maxPronunciationCharacters: LIMITS.pronunciationCharacters,
    voices: modelVoices(engine)[0]?.voices ?? [],
  };
}

function exampleVoices(engine: Engine): readonly string[] {
  return engine.defaultOf("synthesis")?.voices.map(({ name }) => name) ?? [];
}
