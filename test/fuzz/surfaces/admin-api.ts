import * as fc from "fast-check";
import { type AdminRoute, documentedRefusals, everyAdminRoute } from "../contract/admin.ts";
import { type Answer, errorCode } from "../contract/operations.ts";
import { damaged } from "../inputs/damage.ts";
import { hostileText } from "../inputs/hostile.ts";
import { type KnownValues, valuesOf } from "../inputs/of-schema.ts";
import { type Attempt, Fault, type Surface, type Targets } from "../surface.ts";
import { send, type HttpRequest, requestText } from "./request.ts";

const SOON = "2026-11-23T12:00:00Z";
const LATER = "2026-11-23T14:00:00+03:00";

const KNOWN: KnownValues = {
  name: ["Search is slow"],
  body: ["We are looking into it."],
  name_tr: ["Arama yavaş"],
  body_tr: ["İnceliyoruz."],
  started_at: [SOON],
  scheduled_for: [SOON],
  scheduled_until: [LATER],
  components: [[]],
  limit: ["1", "50", "201", "x"],
};

/** Every route of the status page's admin API, mostly with its token. */
export const adminApi: Surface = {
  name: "admin API",
  share: 15,
  watched: "status",
  async attempts({ status }) {
    const routes = await everyAdminRoute();
    const refusals = documentedRefusals();
    const ids = await madeIds(status);
    return fc.oneof(...routes.map((route) => attemptsAt(route, status, refusals, ids)));
  },
};

/** Opens an incident, so that there is one to change; returns its id, and some that there are not. */
async function madeIds({ url, token }: Targets["status"]): Promise<readonly string[]> {
  const answer = await fetch(new URL("/admin/incidents", url), {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Fuzz", impact: "minor", body: "Fuzz.", components: [] }),
  });
  const { id } = (await answer.json()) as { readonly id?: string };
  return [...(id === undefined ? [] : [id]), "0190a5a0-0000-7000-8000-000000000000", "1", "sent"];
}

function attemptsAt(
  { method, path, query, body }: AdminRoute,
  { url, token }: Targets["status"],
  refusals: ReadonlyMap<number, ReadonlySet<string>>,
  ids: readonly string[],
): fc.Arbitrary<Attempt> {
  const part = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: hostileText },
  );
  const parts = fc.array(part, { minLength: 2, maxLength: 2 });
  const queries = Object.entries(query?.properties ?? {}).map(([name, schema]) =>
    fc.oneof(
      valuesOf(schema, KNOWN, name).map((value) => [[name, String(value)]] as const),
      fc.constant([] as const),
    ),
  );
  const bytes =
    body === undefined
      ? fc.constant(undefined)
      : damaged(
          valuesOf(body, KNOWN).map((value) => Buffer.from(JSON.stringify(value))),
          { whole: 7 },
        );
  const types = fc.oneof(
    { weight: 19, arbitrary: fc.constant("application/json") },
    {
      weight: 1,
      arbitrary: fc.constantFrom("text/plain", "application/x-www-form-urlencoded", "a"),
    },
  );
  const keys = fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.stringMatching(/^[\x20-\x7e]{1,300}$/) },
  );
  return fc
    .tuple(parts, fc.tuple(...queries), bytes, types, keys)
    .map(([names, asks, sent, type, key]) => {
      const search = new URLSearchParams(asks.flat().map((one) => [...one].map(wellFormed)));
      let at = 0;
      const filled = path.replaceAll(/:\w+/g, () => segment(names[at++] ?? "1"));
      const request: HttpRequest = {
        method,
        url: new URL(`${filled}${search.size === 0 ? "" : `?${search}`}`, url),
        headers: {
          authorization: `Bearer ${token}`,
          ...(sent !== undefined && { "content-type": type }),
          ...(key !== undefined && { "idempotency-key": key }),
        },
        body: sent,
      };
      return {
        tell: () => requestText(request),
        send: async () => judge(await send(request), refusals),
      };
    });
}

const wellFormed = (text: string): string => text.toWellFormed().slice(0, 2000);

/** A text as one part of an address; none that leads elsewhere. */
function segment(text: string): string {
  return encodeURIComponent(wellFormed(text)).replaceAll(".", "%2E") || "_";
}

function judge(
  { status, headers, body }: Answer,
  refusals: ReadonlyMap<number, ReadonlySet<string>>,
): "accepted" | "refused" {
  if (status < 300) return "accepted";
  const type = String(headers["content-type"]).split(";")[0] ?? "";
  const code = errorCode(type, body);
  const isDocumented = refusals.get(status)?.has(code) === true;
  if (!isDocumented) throw new Fault(`${status} ${code} is not documented`);
  if (status >= 500) throw new Fault(`${status} ${code}`);
  return "refused";
}
