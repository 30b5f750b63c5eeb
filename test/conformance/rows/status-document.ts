import { matches, Mismatch, same, that } from "../mismatch.ts";
import { itemsNamed, type InterfaceItem } from "../interface/items.ts";
import { works, type Row, type RowContext } from "../row.ts";
import type { Json } from "../service-client.ts";
import { succeeded } from "./asking.ts";

const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** The members of each group. */
const GROUPS = {
  "group-api": ["stt-file", "stt-stream", "tts"],
  "group-web": ["web", "docs", "dashboard", "demo"],
} as const;

async function statusDocument({ client, statusUrl }: RowContext): Promise<Json> {
  const address = `${statusUrl}/api/v2/status.json`;
  const answer = succeeded(await client.ask(address, { credential: null }), 200);
  matches("content-type", answer.headers["content-type"], /^application\/json\b/);
  return answer.json;
}

function listOf(holder: Json, name: string): readonly Json[] {
  const list = holder[name];
  if (Array.isArray(list)) return list as readonly Json[];
  throw new Mismatch(name, "an array", list);
}

function row(title: string, sees: readonly InterfaceItem[], check: Row["check"]): Row {
  return { ...works("status", title, check, sees), asksStatusPage: true };
}

/** What is true of a field of an object; throws Mismatch where it is not. */
type Rule = (what: string, value: unknown) => void;

const text: Rule = (what, value) =>
  that(what, typeof value === "string" && value !== "", "a text", value);
const string: Rule = (what, value) => that(what, typeof value === "string", "a string", value);
const yesOrNo: Rule = (what, value) => that(what, typeof value === "boolean", "a boolean", value);
const timestamp: Rule = (what, value) => {
  matches(what, value, ISO_8601);
  that(what, !Number.isNaN(Date.parse(String(value))), "a time", value);
};
const place: Rule = (what, value) => that(what, Number.isInteger(value), "an integer", value);
const percent: Rule = (what, value) =>
  that(what, typeof value === "number" && value >= 0 && value <= 100, "0 to 100", value);
const address: Rule = (what, value) => that(what, URL.canParse(String(value)), "a URL", value);
const timeZone: Rule = (what, value) => {
  const isKnown = typeof value === "string" && Intl.DateTimeFormat(undefined, { timeZone: value });
  that(what, isKnown !== false, "a time zone", value);
};

/** Rows for the fields of an object, or of each of several. */
function fieldRows<Name extends string>(
  kind: Name,
  rules: Readonly<Record<string, Rule>>,
  objectsOf: (document: Json) => readonly Json[],
  itemNameOf: (field: string) => string,
): readonly Row[] {
  return Object.entries(rules).map(([field, rule]) =>
    row(`${kind}: ${field}`, itemsNamed(itemNameOf(field)), async (context) => {
      const objects = objectsOf(await statusDocument(context));
      that(kind, objects.length > 0, "at least one", objects.length);
      for (const object of objects) rule(`${kind}.${field}`, object[field]);
    }),
  );
}

const entries = (document: Json) => listOf(document, "components");
const groups = (document: Json) => entries(document).filter(({ group }) => group === true);
const leaves = (document: Json) => entries(document).filter(({ group }) => group === false);
const isNull = (what: string, value: unknown) => same(what, value, null);

const PAGE_RULES = {
  id: text,
  name: text,
  url: address,
  time_zone: timeZone,
  updated_at: timestamp,
};
const STATUS_RULES = { indicator: text, description: text };
const ENTRY_RULES = { id: text, name: text, status: text, position: place, group: yesOrNo };
const LEAF_RULES = {
  description: string,
  showcase: yesOrNo,
  only_show_if_degraded: yesOrNo,
  updated_at: timestamp,
  uptime_90d: percent,
};

const LISTS = (["components", "incidents", "scheduled_maintenances"] as const).map((name) =>
  row(`${name} is an array`, [`status document: ${name}`], async (context) => {
    listOf(await statusDocument(context), name);
  }),
);

const MEMBERS = Object.entries(GROUPS).flatMap(([groupId, members]) => [
  row(
    `${groupId}: lists its members`,
    [...itemsNamed(`group: ${groupId}`), "group entry: components"],
    async (context) => {
      const group = groups(await statusDocument(context)).find(({ id }) => id === groupId);
      same("components", group?.["components"], members);
    },
  ),
  ...members.map((id) =>
    row(
      `${id}: a leaf entry of ${groupId}`,
      [`component: ${id}`, "entry: group_id"],
      async (context) => {
        const leaf = leaves(await statusDocument(context)).find((one) => one["id"] === id);
        same("group_id", leaf?.["group_id"], groupId);
      },
    ),
  ),
]);

/** Part 2, the status document at {status_url}/api/v2/status.json. */
export const STATUS_DOCUMENT: readonly Row[] = [
  ...fieldRows(
    "page",
    PAGE_RULES,
    ({ page }) => [page as Json],
    (field) => `status document: page.${field}`,
  ),
  ...fieldRows(
    "status",
    STATUS_RULES,
    ({ status }) => [status as Json],
    (field) => `status document: status.${field}`,
  ),
  ...LISTS,
  ...fieldRows("every entry", ENTRY_RULES, entries, (field) => `entry: ${field}`),
  ...fieldRows("leaf entry", LEAF_RULES, leaves, (field) => `leaf entry: ${field}`),
  ...fieldRows("group entry", { group_id: isNull }, groups, () => "entry: group_id"),
  ...MEMBERS,
  row("ids: each once", ["entry: id"], async (context) => {
    const ids = entries(await statusDocument(context)).map(({ id }) => id);
    same("ids", ids, [...new Set(ids)]);
  }),
  row(
    "indicator: none exactly when every component is operational",
    ["status document: status.indicator", "entry: status"],
    async (context) => {
      const document = await statusDocument(context);
      const statuses = new Set(leaves(document).map(({ status }) => status));
      const isWell = statuses.size === 1 && statuses.has("operational");
      const { indicator } = document["status"] as Json;
      that("indicator", (indicator === "none") === isWell, isWell ? "none" : "not none", indicator);
    },
  ),
];
