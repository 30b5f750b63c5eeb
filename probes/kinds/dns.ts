import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { type Static, type TObject, Type } from "typebox";
import type { ObservationPhases } from "#migrations/status/schema.ts";
import { addressAndPort, lookedUpName } from "#monitor/domain/web-address.ts";
import { CheckFailure } from "../check/report.ts";
import type { Reason } from "#monitor/domain/reason.ts";
import { isOwn } from "../network/network-failure.ts";
import { defineKind } from "./kind.ts";

/** Queries by type of record, which return each record as one line. */
const lookups = {
  A: (resolver, name) => resolver.resolve4(name),
  AAAA: async (resolver, name) => (await resolver.resolve6(name)).map(canonicalAddress),
  CNAME: async (resolver, name) => (await resolver.resolveCname(name)).map(canonicalName),
  MX: async (resolver, name) =>
    (await resolver.resolveMx(name)).map(
      ({ priority, exchange }) => `${priority} ${canonicalName(exchange)}`,
    ),
  NS: async (resolver, name) => (await resolver.resolveNs(name)).map(canonicalName),
  SRV: async (resolver, name) =>
    (await resolver.resolveSrv(name)).map(
      ({ priority, weight, port, name: target }) =>
        `${priority} ${weight} ${port} ${canonicalName(target)}`,
    ),
  TXT: async (resolver, name) => (await resolver.resolveTxt(name)).map((parts) => textOf(parts)),
} as const satisfies Record<string, (resolver: Resolver, name: string) => Promise<string[]>>;

type RecordType = keyof typeof lookups;

const NAME_FORM = /^[^\s:]+$/;

/** The least that an expected record of each type has to look like. */
const formOf: Readonly<Record<RecordType, { test(value: string): boolean }>> = {
  A: { test: (value) => isIP(value) === 4 },
  AAAA: { test: (value) => isIP(value) === 6 },
  CNAME: NAME_FORM,
  MX: /^\d+ \S+$/,
  NS: NAME_FORM,
  SRV: /^\d+ \d+ \d+ \S+$/,
  TXT: /^/,
};

/** Messages for the error codes of c-ares. */
const ANSWERS: Readonly<Record<string, string>> = {
  ENOTFOUND: "no such name",
  ENODATA: "no record of that type",
  ESERVFAIL: "the resolver failed",
  EREFUSED: "the resolver refuses to answer",
  EFORMERR: "the resolver did not understand the question",
  ENOTIMP: "the resolver does not know that type",
  EBADRESP: "the answer cannot be read",
  EBADNAME: "that is no name",
  EBADSTR: "the answer cannot be read",
  EOF: "the resolver closed the connection",
  ECONNREFUSED: "no resolver answers there",
  ETIMEOUT: "no answer in time",
};

/** Error codes that have another reason than `dns_error`. */
const OTHER_REASONS: Readonly<Record<string, Reason>> = {
  ETIMEOUT: "timeout",
  ECONNREFUSED: "connect_refused",
};

const options = {
  name: lookedUpName("What is looked up."),
  record_type: Type.Enum(Object.keys(lookups) as RecordType[], { default: "A" }),
  resolver: Type.Optional(
    addressAndPort("Who is asked, as address or address:port; unless set, the system's resolvers."),
  ),
  expect_values: Type.Array(Type.String(), {
    description:
      "Records that have to be there, e.g. 192.0.2.1 or `10 mail.example.com`; none: any will do.",
    default: [],
  }),
  match: Type.Enum(["all", "any"], {
    description: "Whether all of them have to be there, or one.",
    default: "all",
  }),
};

/** The records of a name, queried directly at a resolver: no cache or hosts file of this machine is used. */
export const dns = defineKind({
  description: "Looks up a name's records and compares them.",
  canBeControl: true,
  options,
  faultOf({ record_type, expect_values }) {
    const at = expect_values.findIndex((value) => !formOf[record_type].test(value));
    if (at < 0) return undefined;
    const message = `got ${JSON.stringify(expect_values[at])}; a record of type ${record_type} is never so`;
    return { place: ["expect_values", at], message };
  },
  async run(wanted, { signal }) {
    const { name, record_type, resolver } = wanted;
    const what = `${record_type} ${name}${resolver === undefined ? "" : ` at ${resolver}`}`;
    const startedMs = performance.now();
    const found = await lookUp(wanted, what, signal);
    const phases: ObservationPhases = { dns: performance.now() - startedMs };
    const message = `${what}: ${found.join(", ")}`;
    const expected = wanted.expect_values.map((value) => canonical(record_type, value));
    const absent = expected.filter((value) => !found.includes(value));
    const mayBeAbsent = wanted.match === "all" ? 0 : expected.length - 1;
    if (absent.length <= Math.max(0, mayBeAbsent)) return { result: "ok", message, phases };
    throw new CheckFailure("wrong_dns_answer", `${message}, without ${absent.join(", ")}`, {
      phases,
    });
  },
});

async function lookUp(
  question: Pick<Static<TObject<typeof options>>, "name" | "record_type" | "resolver">,
  what: string,
  signal: AbortSignal,
): Promise<string[]> {
  signal.throwIfAborted();
  const resolver = new Resolver();
  if (question.resolver !== undefined) resolver.setServers([question.resolver]);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const found = await lookups[question.record_type](resolver, question.name);
    // For a CNAME that leads nowhere there is no record and no error.
    if (found.length > 0) return found;
    throw new CheckFailure("dns_error", `${what}: an alias that leads to no record of that type`);
  } catch (error) {
    if (error instanceof CheckFailure) throw error;
    if (signal.aborted) throw new CheckFailure("timeout", `${what}: no answer in time`);
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (isOwn(error)) throw error;
    const words = ANSWERS[code] ?? String(error);
    const message = `${what}: ${words}${code === "" ? "" : ` (${code})`}`;
    throw new CheckFailure(OTHER_REASONS[code] ?? "dns_error", message, { cause: error });
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** Returns an expected record in the form in which found ones are written. */
function canonical(type: RecordType, value: string): string {
  if (type === "TXT") return value;
  return type === "AAAA" ? canonicalAddress(value) : canonicalName(value);
}

function canonicalName(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}

/**
 * Joins the parts of a TXT record and decodes them as UTF-8: Node returns each byte as a character, and a UTF-8 character may
 * begin in one part and end in the next.
 */
function textOf(parts: readonly string[]): string {
  return Buffer.from(parts.join(""), "latin1").toString("utf8");
}

/** Returns the canonical spelling of an IPv6 address; anything else is returned as it is. */
function canonicalAddress(address: string): string {
  return URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? address;
}
