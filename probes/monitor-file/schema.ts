import { DAY_SECONDS } from "#units/time.ts";
import { type Static, type TObject, type TProperties, type TSchema, Type } from "typebox";
import { CHECK_IMPACTS } from "#monitor/domain/component-status.ts";
import { MIN_SLOTS_OF_P95 } from "#monitor/domain/slow-p95.ts";
import { type DowntimeWeights, DEFAULT_WEIGHTS } from "#monitor/domain/uptime.ts";
import { forEachLanguage } from "#web-kit/language/languages.ts";
import { type Kind, kinds } from "../kinds/kinds.ts";
import { httpAddress } from "../network/web-address.ts";
import { alertsSchema, receiverSchemas, someReceiver } from "./alerts-schema.ts";
import { CLOSED, id } from "./fields.ts";
import { MAXIMUM_PICTURE_BYTES } from "./picture.ts";

/** Returns the schema of a text: one for all languages, or one for each; an omitted language gets the text of another. */
function text({ description, minLength }: { description: string; minLength: number }) {
  const one = Type.String({ minLength });
  const byLanguage = forEachLanguage(() => Type.Optional(one));
  return Type.Union([one, Type.Object(byLanguage, { ...CLOSED, minProperties: 1 })], {
    description,
  });
}

const name = { name: text({ description: "Its name.", minLength: 1 }) };

const downtimeWeight = (status: keyof DowntimeWeights) =>
  Type.Number({
    description: "The share of such an outage's time that counts as downtime.",
    minimum: 0,
    maximum: 1,
    multipleOf: 0.001,
    default: DEFAULT_WEIGHTS[status],
  });

const slo = (description: string) =>
  Type.Optional(
    Type.Number({
      description: `${description} In percent, like 99.9; the report of a month has the error budget that it leaves.`,
      exclusiveMinimum: 0,
      maximum: 100,
      multipleOf: 0.001,
    }),
  );

const report = (description: string) =>
  Type.Optional(
    Type.Enum(["public", "private"], {
      description: `${description} A private one is for those who have the token of the admin API.`,
    }),
  );

const picture = (description: string) =>
  Type.String({
    description: `${description} An SVG or PNG file of at most ${MAXIMUM_PICTURE_BYTES / 1024} KiB; its path begins where this file lies.`,
    minLength: 1,
  });

const logo = Type.Object(
  {
    light: picture("On light ground, and on dark ground too where no other is given."),
    dark: Type.Optional(picture("On dark ground.")),
    says_name: Type.Boolean({
      description: "Whether the picture holds the name, which then is not written beside it.",
      default: false,
    }),
  },
  { ...CLOSED, description: "Stands at the top of every page." },
);

const link = Type.Object(
  {
    label: text({ description: "What the link is called.", minLength: 1 }),
    url: httpAddress("Where it leads."),
  },
  CLOSED,
);

const page = Type.Object(
  {
    id: id("Id of the page in every document."),
    ...name,
    url: httpAddress("Where people find the status page."),
    time_zone: Type.String({
      description: "IANA name of the page's time zone.",
      default: "Etc/UTC",
    }),
    logo: Type.Optional(logo),
    favicon: Type.Optional(
      picture("The icon in a browser's tab; unless set, a dot in the colour of the state."),
    ),
    accent_color: Type.Optional(
      Type.String({
        description:
          "The colour of buttons and of the line at the top, as #0d6e60; made darker or lighter where it could not be read.",
        pattern: "^#[0-9a-fA-F]{6}$",
      }),
    ),
    links: Type.Array(link, {
      description: "The first one leads back to the service, at the top; all stand at the foot.",
      maxItems: 6,
      default: [],
    }),
    downtime_weights: Type.Object(
      {
        partial_outage: downtimeWeight("partial_outage"),
        major_outage: downtimeWeight("major_outage"),
      },
      { ...CLOSED, description: "What counts how much against uptime.", default: {} },
    ),
    slo: slo("The uptime that components are to reach in a month, unless one says its own."),
    report: report(
      "Who sees the monthly reports of components, unless one says so itself; private unless set.",
    ),
  },
  CLOSED,
);

const group = Type.Object({ id: id("Unique among groups."), ...name }, CLOSED);

/** Options that checks of every kind have. */
const checkBasics = {
  id: id("Unique among checks."),
  period_seconds: Type.Integer({
    description: "It runs once in each slot of this length; slots are multiples of it in UTC.",
    minimum: 10,
    maximum: DAY_SECONDS,
    default: 60,
  }),
  timeout_seconds: Type.Number({
    description: "Of one attempt. A failed one is repeated once, and both have to fit in a period.",
    exclusiveMinimum: 0,
    default: 10,
  }),
  slow_after_seconds: Type.Optional(
    Type.Number({
      description: "An attempt that passes and takes longer is degraded. Unless set, none is.",
      exclusiveMinimum: 0,
    }),
  ),
  slow_p95: Type.Optional(
    Type.Object(
      {
        seconds: Type.Number({ description: "What it may be at most.", exclusiveMinimum: 0 }),
        minutes: Type.Integer({
          description: `The length of the window, at least ${MIN_SLOTS_OF_P95} periods.`,
          minimum: 1,
          maximum: 1440,
        }),
      },
      {
        ...CLOSED,
        description:
          "The 95th percentile of what its runs took that passed, at a location, in a window that ends now. While it is " +
          "above the limit a slot is degraded. Slow runs in a row are left out: slow_after_seconds covers them.",
      },
    ),
  ),
  baseline: Type.Optional(
    Type.String({
      description:
        "File of npm run check -- --baseline, or of npm run evaluate -- --baseline: limits that are not written here follow from it. Relative to this file.",
      minLength: 1,
    }),
  ),
  impact: Type.Enum(CHECK_IMPACTS, {
    description: "What the component becomes when this check is down.",
    default: "major_outage",
  }),
  runbook_url: Type.Optional(httpAddress("What people on call read when it fails.")),
};

/** Options that controls of every kind have. */
const controlBasics = {
  id: id("Unique among controls."),
  expect: Type.Enum(["pass", "fail"], {
    description: "How it comes out while the prober is well.",
  }),
};

const componentBasics = {
  id: id("Unique among components; the address of its documents."),
  ...name,
  description: Type.Optional(text({ description: "What it covers.", minLength: 0 })),
  group: Type.Optional(Type.String({ description: "Id of the group it belongs to." })),
  depends_on: Type.Array(Type.String(), {
    description:
      "Ids of the components that it stands on: while one of them is down, what fails here is shown as its consequence.",
    default: [],
  }),
  showcase: Type.Boolean({ description: "Whether its uptime is shown.", default: true }),
  only_show_if_degraded: Type.Boolean({ default: false }),
  slo: slo("The uptime that it is to reach in a month."),
  report: report("Who sees its monthly reports."),
};

function document<Check extends TSchema, Control extends TSchema, Receiver extends TSchema>(
  check: Check,
  control: Control,
  receiver: Receiver,
) {
  return Type.Object(
    {
      version: Type.Optional(
        Type.Integer({
          description:
            "What the file calls itself, counting up: of the files at several locations the one with the highest version holds, wherever it is.",
          minimum: 1,
          maximum: 1_000_000_000,
        }),
      ),
      page,
      controls: Type.Array(control, {
        description:
          "Run when a check failed: unless each comes out as expected, the prober is to blame. One with `expect: pass` at an address outside distinguishes a lost network from an outage; without it the prober is to blame while its database is away.",
        default: [],
      }),
      groups: Type.Array(group, { description: "In the order they are shown." }),
      components: Type.Array(
        Type.Object({ ...componentBasics, checks: Type.Array(check, { minItems: 1 }) }, CLOSED),
        { description: "In the order they are shown.", minItems: 1 },
      ),
      alerts: Type.Optional(alertsSchema(receiver)),
    },
    {
      ...CLOSED,
      // Values that several checks share through YAML anchors: nothing else reads them.
      patternProperties: { "^x-": {} },
    },
  );
}

const kindsOfControls = Object.fromEntries(
  Object.entries(kinds).filter(([, { canBeControl }]) => canBeControl),
);

/** The schema of the whole file, except for keys that depend on the kind of a check or control or the channel of a receiver. */
export const documentSchema = document(kindOf(kinds), kindOf(kindsOfControls), someReceiver);

export type MonitorDocument = Static<typeof documentSchema>;

/** The schema of a check for each kind: the common keys, and the kind's own. */
export const checkSchemas = schemasOf(kinds, checkBasics);

/** The schema of a control for each kind that can be one. */
export const controlSchemas = schemasOf(kindsOfControls, controlBasics);

/** Returns the JSON schema that is stored beside monitor.yaml, with which editors complete it. */
export function editorSchema(): object {
  const anyOf = (schemas: Readonly<Record<string, TSchema>>) => Type.Union(Object.values(schemas));
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "What the status monitor probes",
    ...forEditors(document(anyOf(checkSchemas), anyOf(controlSchemas), anyOf(receiverSchemas))),
  };
}

function kindOf(of: Readonly<Record<string, Kind>>) {
  return Type.Object({ kind: Type.Enum(Object.keys(of), { description: "The kind of check." }) });
}

function schemasOf<Basics extends TProperties>(
  of: Readonly<Record<string, Kind>>,
  basics: Basics,
): Readonly<Record<string, TObject<Basics>>> {
  return Object.fromEntries(
    Object.entries(of).map(([name, { description, options }]) => [
      name,
      Type.Object({ kind: Type.Literal(name, { description }), ...basics, ...options }, CLOSED),
    ]),
  );
}

/** Removes keys with a default from `required`, since the file may omit them; numbers and booleans may also be variables. */
function forEditors<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_key, inner: unknown) => {
    if (typeof inner !== "object" || inner === null) return inner;
    if ("type" in inner && VARIABLE_TYPES.has(inner.type)) return orVariable({ ...inner });
    if (!("required" in inner)) return inner;
    const { required, properties, ...rest } = inner as {
      required: string[];
      properties: Record<string, object>;
    };
    const left = required.filter((key) => !("default" in (properties[key] ?? {})));
    return { ...rest, ...(left.length > 0 ? { required: left } : {}), properties };
  }) as Value;
}

const VARIABLE_TYPES: ReadonlySet<unknown> = new Set(["integer", "number", "boolean"]);

function orVariable({ description, default: fallback, ...bare }: Record<string, unknown>): object {
  return { description, default: fallback, anyOf: [bare, { type: "string", pattern: "\\$\\{" }] };
}
