import type { DocumentedErrorName } from "./documented-errors.ts";
import type { ServiceClient } from "./service-client.ts";

/** The parts of the interface that rows are made for. */
export type Part = "fields" | "endpoints" | "authentication" | "events" | "errors" | "limits";

/** What no client can bring about: somebody with a hand on the service does. */
export type Fault =
  | "database-away"
  | "redis-away"
  | "model-starting"
  | "model-failing"
  | "quota-used-up"
  | "token-expired"
  | "many-places";

/** What a row works with. */
export interface RowContext {
  readonly client: ServiceClient;
  /** What the fault handed over: a credential, the id of a model. */
  readonly handed: string;
}

/** One thing that the interface says, and how it is seen. */
export interface Row {
  readonly part: Part;
  /** The field, limit, code or endpoint, and what is seen of it. */
  readonly title: string;
  /** The codes of part 7 that are seen. */
  readonly codes: readonly DocumentedErrorName[];
  /** Absent when any client can see it on any service. */
  readonly fault?: Fault;
  /** Makes requests; rejects when the interface is not kept. */
  readonly check: (context: RowContext) => Promise<void>;
}

/** Makes a row that sees something work. */
export function works(part: Part, title: string, check: Row["check"]): Row {
  return { part, title, codes: [], check };
}
