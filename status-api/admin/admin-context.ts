import type { Database } from "#migrations/status/schema.ts";
import type { OverallStatus } from "#monitor/domain/overall.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The credential that vouches for the actor of a request to the admin API. */
    vouchedBy: string;
  }
}

/** Context that the routes of the admin API share. */
export interface AdminContext {
  readonly db: Database;
  readonly nowMs: () => number;
  /** For previews of mail: the URL of the page, without which there is no mail, and its overall status. */
  readonly mailPage: { readonly url: string | undefined; readonly overall: () => OverallStatus };
  /** The public URL of the console, to which drafts of postmortems lead; undefined where it is not known. */
  readonly consoleUrl: string | undefined;
  /** Returns the file of a monthly report by what follows the month in its URL; undefined where there is none. */
  readonly reportFile: (month: string, ending: string) => Promise<string | undefined>;
}
