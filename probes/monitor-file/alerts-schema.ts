import { type TObject, type TSchema, Type } from "typebox";
import { alertChannels } from "#monitor/alerts/channels/channels.ts";
import { ALERT_LIMITS, DAYS, SEVERITIES } from "#monitor/alerts/configuration.ts";
import { DEFAULT_LANGUAGE, languages } from "#web-kit/language/languages.ts";
import { CLOSED, id } from "./fields.ts";

const receiverBasics = {
  id: id("Unique among receivers."),
  language: Type.Enum([...languages], {
    description: "The language of its messages.",
    default: DEFAULT_LANGUAGE,
  }),
  fallback: Type.Optional(
    Type.String({
      description:
        "Id of the receiver that gets a message too when three attempts at this one have failed.",
    }),
  ),
};

/** The schema of a receiver for each channel: the common keys, and the channel's own. */
export const receiverSchemas: Readonly<Record<string, TObject<typeof receiverBasics>>> =
  Object.fromEntries(
    Object.entries(alertChannels).map(([name, { description, settings }]) => [
      name,
      Type.Object(
        { channel: Type.Literal(name, { description }), ...receiverBasics, ...settings },
        CLOSED,
      ),
    ]),
  );

/** The schema of a receiver of any channel; the other keys are validated by the schema of its channel. */
export const someReceiver = Type.Object({
  channel: Type.Enum(Object.keys(alertChannels), { description: "How it is reached." }),
});

const idsOf = (description: string) =>
  Type.Optional(Type.Array(Type.String(), { description, minItems: 1, maxItems: 500 }));

const clock = (description: string) =>
  Type.String({
    description: `${description} As 22:00.`,
    pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$",
  });

const minutes = (description: string) =>
  Type.Integer({ description, minimum: 1, maximum: 7 * 24 * 60 });

const receivers = (description: string) =>
  Type.Array(Type.String(), { description, minItems: 1, maxItems: ALERT_LIMITS.receivers });

const timeZone = Type.Optional(
  Type.String({ description: "IANA name of whose clock it is; unless set, the page's." }),
);

const quietHours = (description: string) =>
  Type.Optional(
    Type.Object(
      {
        from: clock("When they begin."),
        to: clock("When they end, that day or the next."),
        time_zone: timeZone,
      },
      { ...CLOSED, description },
    ),
  );

const person = Type.Object(
  {
    id: id("Unique among people."),
    name: Type.Optional(
      Type.String({ description: "Unless set, the id.", minLength: 1, maxLength: 100 }),
    ),
    receivers: receivers("Ids of the receivers that reach them."),
    quiet_hours: quietHours(
      "What is not critical is sent to this person at their end, if it still fails.",
    ),
  },
  CLOSED,
);

const rota = Type.Object(
  {
    id: id("Unique among rotas."),
    people: Type.Array(Type.String(), {
      description: "Ids of people, in the order of their turns.",
      minItems: 1,
      maxItems: ALERT_LIMITS.peopleOfRota,
    }),
    from: Type.String({
      description: "When the first turn begins, as 2026-11-30T09:00.",
      pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$`,
    }),
    time_zone: timeZone,
    rrule: Type.String({
      description:
        "When turns begin, by an RRULE of days or weeks: FREQ=DAILY, FREQ=WEEKLY;BYDAY=MO,FR.",
      default: "FREQ=WEEKLY",
      maxLength: 100,
    }),
    next_after_minutes: Type.Optional(
      minutes(
        "How long an alert stays unacknowledged before the next person is alerted too, and then the one after; unless set, nobody else is.",
      ),
    ),
  },
  CLOSED,
);

const rule = Type.Object(
  {
    id: id("Unique among rules."),
    receivers: Type.Optional(receivers("Ids of the receivers that are alerted.")),
    rotas: Type.Optional(
      Type.Array(Type.String(), {
        description: "Ids of rotas: whoever is on call is alerted.",
        minItems: 1,
        maxItems: ALERT_LIMITS.rotas,
      }),
    ),
    components: idsOf("Ids of the components whose checks it is about."),
    groups: idsOf("Ids of the groups whose checks it is about."),
    checks: idsOf(
      "Ids of the checks it is about. It is about what any of the three names, and about all checks without them.",
    ),
    after_bad_slots: Type.Integer({
      description: "How many slots in a row have to be bad.",
      minimum: 1,
      maximum: ALERT_LIMITS.badSlots,
      default: 2,
    }),
    including_degraded: Type.Boolean({
      description: "Whether a slot that is degraded is bad, as one that failed is.",
      default: false,
    }),
    severity: Type.Enum([...SEVERITIES], {
      description: "The severity in messages.",
      default: "critical",
    }),
    repeat_minutes: Type.Optional(
      minutes("How often it is sent again until somebody acknowledges it; unless set, never."),
    ),
    escalate: Type.Optional(
      Type.Object(
        {
          after_minutes: minutes("How long nobody acknowledged it."),
          to: receivers("Ids of the receivers that are alerted then."),
        },
        { ...CLOSED, description: "Who else is alerted when nobody acknowledges it." },
      ),
    ),
    tell_recovery: Type.Boolean({
      description:
        "Whether the recovery is sent. PagerDuty, Opsgenie and Alertmanager always get it: they keep the alert open otherwise.",
      default: true,
    }),
    quiet_hours: quietHours("What fires in them is sent at their end, if it still fails."),
  },
  CLOSED,
);

const weeklyTest = Type.Object(
  {
    day: Type.Enum([...DAYS], { description: "The day of the week." }),
    at: clock("When it is sent."),
    time_zone: timeZone,
    receivers: Type.Optional(receivers("Ids of those who are sent it; unless set, all.")),
  },
  { ...CLOSED, description: "When receivers are sent a test each week; unless set, never." },
);

/** Returns the schema of `alerts`, with `receiver` as the schema of each receiver. */
export function alertsSchema<Receiver extends TSchema>(receiver: Receiver) {
  return Type.Object(
    {
      receivers: Type.Array(receiver, { maxItems: ALERT_LIMITS.receivers }),
      rules: Type.Array(rule, { maxItems: ALERT_LIMITS.rules }),
      people: Type.Optional(
        Type.Array(person, {
          description: "The people of rotas.",
          maxItems: ALERT_LIMITS.people,
        }),
      ),
      rotas: Type.Optional(
        Type.Array(rota, {
          description: "People who are on call in turn.",
          maxItems: ALERT_LIMITS.rotas,
        }),
      ),
      weekly_test: Type.Optional(weeklyTest),
    },
    { ...CLOSED, description: "Who is alerted when checks fail, and by which channel." },
  );
}
