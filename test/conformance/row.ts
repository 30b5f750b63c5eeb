import type { DocumentedErrorName } from "./interface/documented-errors.ts";
import type { InterfaceItem } from "./interface/items.ts";
import type { ServiceClient } from "./service-client.ts";

/** The parts of the interface that rows are made for. */
export type Part =
  | "fields"
  | "endpoints"
  | "authentication"
  | "events"
  | "errors"
  | "limits"
  | "status";

/** What no client can bring about: somebody with a hand on the service does. */
export type Fault =
  | "database-away"
  | "redis-away"
  | "synthesizer-starting"
  | "recognizer-starting"
  | "model-failing"
  | "model-hanging"
  | "decoder-killed"
  | "quota-used-up"
  | "token-expired"
  | "key-revoked"
  | "many-places";

/** What a row works with. */
export interface RowContext {
  readonly client: ServiceClient;
  /** {tts_url}, without a slash at its end. */
  readonly ttsUrl: string;
  /** {status_url}, likewise; empty for a row that does not ask for it. */
  readonly statusUrl: string;
  /** The second name of transcribe-1. */
  readonly compatModel: string;
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
  /** The fields and limits that are seen. */
  readonly sees: readonly InterfaceItem[];
  /** The codes are told on a socket, not in an answer. */
  readonly isOnSocket?: true;
  /** Absent when any client can see it on any service. */
  readonly fault?: Fault;
  /** It asks the status page, whose address is not that of the service. */
  readonly asksStatusPage?: true;
  /** It takes many seconds, most of them to wait or to fill an account up. */
  readonly isLong?: true;
  /** Makes requests; rejects when the interface is not kept. */
  readonly check: (context: RowContext) => Promise<void>;
}

/** Makes a row that sees something work. */
export function works(
  part: Part,
  title: string,
  check: Row["check"],
  sees: readonly InterfaceItem[] = [],
): Row {
  return { part, title, codes: [], sees, check };
}
