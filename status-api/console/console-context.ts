import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  LightMyRequestResponse as Answer,
} from "fastify";
import type { Database } from "#migrations/status/schema.ts";
import type { TextCipher } from "#monitor/domain/text-cipher.ts";
import type { Drain } from "#runtime/drain.ts";
import type { AdminDoor } from "../access/admin-door.ts";
import type { ConsoleKind, ConsoleViews } from "../page/page-view-console.ts";
import type { FormProblem } from "../page/page-view-work.ts";
import type { PageParts } from "../routes/page-headers.ts";
import type { ConsoleSignIn } from "../settings/config.ts";
import { type ConsoleRole, mayAct } from "../settings/console-people.ts";
import type { Archive } from "../snapshot/archive.ts";

/** Context that the routes of the console share. */
export interface ConsoleContext {
  readonly db: Database;
  readonly nowMs: () => number;
  /** Reads the key of the calendar; undefined where it is not encrypted. */
  readonly cipher: TextCipher | undefined;
  /** The public URL of the console; undefined where it is not known. */
  readonly url: string | undefined;
  readonly archive: Archive;
  readonly parts: PageParts;
  /** The door of the admin API, with whose tokens people sign in. */
  readonly door: AdminDoor;
  readonly drain: Drain;
  /** Signing in with an OpenID provider; undefined: only with the token. */
  readonly signIn: ConsoleSignIn | undefined;
  readonly logger: FastifyBaseLogger;
  /** The server with the admin API, through which all changes are made. */
  readonly admin: FastifyInstance;
}

/** A person who is signed in, and their role. */
export interface ConsoleSession {
  readonly person: string;
  readonly role: ConsoleRole;
  /** The credential that vouches for the person: the admin token that the session began with or the OpenID provider, and the session. */
  readonly vouchedBy: string;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The session of the person who is signed in to the console. */
    consoleSession: ConsoleSession | null;
    /**
     * Sends a request to the admin API for the person who is signed in; it validates the request, makes a change once and
     * writes the audit log.
     */
    askAdmin: (
      method: "GET" | "POST" | "PATCH" | "DELETE",
      path: string,
      sent?: { readonly body?: object | undefined; readonly key?: string },
    ) => Promise<Answer>;
  }
  interface FastifyReply {
    /** Why what a form asks for was not done, which the page that is sent says; null where it was, or nothing was asked for. */
    problem: FormProblem | null;
    /** Sends a page of the console. */
    showConsole: <Kind extends ConsoleKind>(kind: Kind, view: ConsoleViews[Kind]) => FastifyReply;
  }
  interface FastifyContextConfig {
    /** The role that a console route requires; null: none, as for signing in. */
    consoleRole?: ConsoleRole | null;
  }
}

/** The types of what routes read: an id in the address, its query, and a form. */
export interface ById {
  Params: { id: string };
}
export interface Queried {
  Querystring: Readonly<Record<string, unknown>>;
}
export interface Form {
  Body: URLSearchParams;
}

/** Returns the options of a console route that requires a role; null: none. */
export function forRole(consoleRole: ConsoleRole | null) {
  return { config: { consoleRole } };
}

/** Returns whether the person who is signed in may do what requires a role. */
export function may({ consoleSession }: FastifyRequest, needed: ConsoleRole): boolean {
  return consoleSession !== null && mayAct(consoleSession.role, needed);
}
