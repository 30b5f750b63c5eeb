import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import { randomUUID } from "node:crypto";
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  LightMyRequestResponse as Answer,
} from "fastify";
import type { Database } from "#migrations/status/schema.ts";
import { isImpaired } from "#monitor/domain/incident-now.ts";
import { statusEventWords } from "#monitor/domain/status-words.ts";
import { readComponentNames, readComponentStates } from "#monitor/store/components.ts";
import { forEachLanguage } from "#web-kit/language/languages.ts";
import type { IncidentAnswer, PreviewAnswer } from "../admin/answers.ts";
import { listIncidents } from "../admin/incidents.ts";
import { textIn, writtenText } from "../admin/text-fields.ts";
import type {
  ConsoleContent,
  ConsoleIncidentView,
  IncidentForm,
} from "../page/page-view-console.ts";
import { mayAct } from "../settings/console-people.ts";
import { markdownHtml } from "../texts/markdown.ts";
import { templateTexts } from "../texts/texts.ts";
import { codeOf, refusalIn } from "./admin-answers.ts";
import { forRole } from "./for-role.ts";
import {
  fieldIn,
  isLanguageChange,
  keyIn,
  MAX_FORM_BYTES,
  textFields,
  textsIn,
  writtenTexts,
} from "./form-fields.ts";

/**
 * Sends a request to the admin API for the signed-in person; it validates the request, makes a change once and writes the audit
 * log.
 */
export type AskAdmin = (
  request: FastifyRequest,
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  sent?: { readonly body?: object; readonly key?: string },
) => Promise<Answer>;

/** Sends a page of the console. */
export type Show = (
  request: FastifyRequest,
  reply: FastifyReply,
  content: ConsoleContent,
) => FastifyReply;

const PATH = CONSOLE_PATHS.incidents;
const LISTED = 30;

const openings = Object.keys(templateTexts.en.opening) as (keyof typeof templateTexts.en.opening)[];
const steps = Object.keys(templateTexts.en.step) as (keyof typeof templateTexts.en.step)[];

/** Serves the list of incidents, and forms to open and to update one, each with a preview. */
export function incidentRoutes(
  app: FastifyInstance,
  db: Database,
  askAdmin: AskAdmin,
  show: Show,
): void {
  const options = { bodyLimit: MAX_FORM_BYTES, ...forRole("responder") };

  app.get(PATH, forRole("viewer"), async (request, reply) => {
    const { data: incidents } = await listIncidents(db, { limit: LISTED, status: "all" });
    return show(request, reply, { kind: "incidents", incidents, canPublish: canPublish(request) });
  });

  app.get<{ Querystring: Readonly<Record<string, unknown>> }>(
    `${PATH}/new`,
    forRole("responder"),
    async (request, reply) => {
      const form = { ...emptyForm(), texts: openingTexts(request.query["template"]) };
      return showForm(request, reply, null, { form });
    },
  );

  app.post(PATH, options, async (request, reply) => {
    const fields = request.body as URLSearchParams;
    const form = readForm(fields);
    const { status, impact, components } = form;
    const body = { ...writtenTexts(form.texts), status, impact, components };
    return tell(request, reply, null, { path: "/admin/incidents", body, form, fields });
  });

  app.get<{ Params: { id: string }; Querystring: Readonly<Record<string, unknown>> }>(
    `${PATH}/:id`,
    forRole("viewer"),
    async (request, reply) => {
      const incident = await readIncident(request, request.params.id);
      if (incident === undefined) return notFound(request, reply);
      const step = steps.find((one) => one === request.query["template"]);
      const form = formOf(incident, step);
      if (form.status !== "postmortem" || incident.status === "postmortem") {
        return showForm(request, reply, incident, { form });
      }
      const texts = { ...form.texts, ...(await readDraft(request, incident)) };
      return showForm(request, reply, incident, { form: { ...form, texts } });
    },
  );

  app.post<{ Params: { id: string } }>(
    `${PATH}/:id/automation`,
    forRole("responder"),
    async (request, reply) => {
      const incident = await readIncident(request, request.params.id);
      if (incident === undefined) return notFound(request, reply);
      const path = `/admin/incidents/${incident.id}/automation`;
      const answer = await askAdmin(request, "POST", path);
      const refusal = refusalIn(answer);
      if (refusal === null) return reply.redirect(`${PATH}/${incident.id}`, 303);
      const form = formOf(incident, undefined);
      return showForm(request, reply.code(answer.statusCode), incident, { form, refusal });
    },
  );

  app.post<{ Params: { id: string } }>(`${PATH}/:id`, options, async (request, reply) => {
    const incident = await readIncident(request, request.params.id);
    if (incident === undefined) return notFound(request, reply);
    const fields = request.body as URLSearchParams;
    const form = readForm(fields);
    const { status, impact, components } = form;
    const isPostmortem = status === "postmortem";
    const path = `/admin/incidents/${incident.id}/${isPostmortem ? "postmortem" : "updates"}`;
    const texts = writtenTexts(form.texts);
    const body = isPostmortem
      ? texts
      : { ...texts, status, impact, ...(components.length > 0 && { components }) };
    return tell(request, reply, incident, { path, body, form, fields });
  });

  /** Previews what a form would publish, or publishes it; a refused form keeps its contents. */
  async function tell(
    request: FastifyRequest,
    reply: FastifyReply,
    incident: IncidentAnswer | null,
    asked: {
      readonly path: string;
      readonly body: object;
      readonly form: IncidentForm;
      readonly fields: URLSearchParams;
    },
  ): Promise<FastifyReply> {
    const { path, body, form, fields } = asked;
    if (isLanguageChange(fields)) return showForm(request, reply, incident, { form });
    const isPreview = fields.get("step") !== "send";
    const answer = isPreview
      ? await askAdmin(request, "POST", `${path}?preview=true`, { body })
      : await askAdmin(request, "POST", path, { body, key: form.key });
    const said = answer.json<object>();
    const refusal = refusalIn(answer);
    if (refusal !== null) {
      return showForm(request, reply.code(codeOf(answer, isPreview)), incident, { form, refusal });
    }
    if (isPreview) {
      const preview = said as PreviewAnswer;
      const stillFailing = form.status === "resolved" ? await readFailing(incident, form) : [];
      const [newest] = preview.incident.updates;
      const previewHtml =
        newest?.status === "postmortem"
          ? forEachLanguage((language) => markdownHtml(textIn(newest, language)))
          : null;
      return showForm(request, reply, incident, { form, preview, previewHtml, stillFailing });
    }
    return reply.redirect(`${PATH}/${(said as IncidentAnswer).id}`, 303);
  }

  /** Reads which components of an incident are impaired now. */
  async function readFailing(incident: IncidentAnswer | null, { components }: IncidentForm) {
    const members = new Set([...components, ...(incident?.components ?? []).map(({ id }) => id)]);
    const states = await readComponentStates(db);
    return states.filter((component) => members.has(component.id) && isImpaired(component));
  }

  async function showForm(
    request: FastifyRequest,
    reply: FastifyReply,
    incident: IncidentAnswer | null,
    view: Pick<ConsoleIncidentView, "form"> &
      Partial<Pick<ConsoleIncidentView, "preview" | "previewHtml" | "stillFailing" | "refusal">>,
  ): Promise<FastifyReply> {
    const components = await readComponentNames(db);
    const templates = incident === null ? openingTemplates() : stepTemplates(incident);
    return show(request, reply, {
      kind: "incident",
      view: {
        incident,
        canPublish: canPublish(request),
        components,
        templates,
        fields: textFields,
        preview: null,
        previewHtml: null,
        stillFailing: [],
        refusal: null,
        ...view,
      },
    });
  }

  async function readIncident(
    request: FastifyRequest,
    id: string,
  ): Promise<IncidentAnswer | undefined> {
    const answer = await askAdmin(request, "GET", `/admin/incidents/${encodeURIComponent(id)}`);
    return answer.statusCode === 404 ? undefined : answer.json<IncidentAnswer>();
  }

  /** Reads the draft of the postmortem of an incident that is over; nothing where there is none. */
  async function readDraft(
    request: FastifyRequest,
    { id }: IncidentAnswer,
  ): Promise<Record<string, string>> {
    const answer = await askAdmin(request, "GET", `/admin/incidents/${id}/postmortem-draft`);
    return answer.statusCode === 200 ? answer.json() : {};
  }

  function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return show(request, reply.code(404), { kind: "incident", view: null });
  }
}

function canPublish(request: FastifyRequest): boolean {
  return mayAct(request.consoleSession!.role, "responder");
}

function emptyForm(): IncidentForm {
  return {
    texts: {},
    status: "investigating",
    impact: "minor",
    components: [],
    key: randomUUID(),
  };
}

/** Returns the form for an incident, with the template text of a step where one is chosen. */
function formOf(incident: IncidentAnswer, step: (typeof steps)[number] | undefined): IncidentForm {
  return {
    ...emptyForm(),
    status: step ?? (incident.resolved_at === null ? incident.status : "postmortem"),
    impact: incident.impact,
    texts: step === undefined ? {} : stepTexts(step),
  };
}

function readForm(fields: URLSearchParams): IncidentForm {
  return {
    texts: textsIn(fields),
    status: fieldIn(fields, "status"),
    impact: fieldIn(fields, "impact"),
    components: fields.getAll("components"),
    key: keyIn(fields),
  };
}

function openingTexts(template: unknown): Record<string, string> {
  const opening = openings.find((one) => one === template);
  if (opening === undefined) return {};
  return {
    ...writtenText(
      "name",
      forEachLanguage((one) => templateTexts[one].opening[opening].name),
    ),
    ...writtenText(
      "body",
      forEachLanguage((one) => templateTexts[one].opening[opening].body),
    ),
  };
}

function stepTexts(step: (typeof steps)[number]): Record<string, string> {
  return writtenText(
    "body",
    forEachLanguage((language) => templateTexts[language].step[step]),
  );
}

function openingTemplates(): ConsoleIncidentView["templates"] {
  return openings.map((opening) => ({
    label: forEachLanguage((language) => templateTexts[language].opening[opening].label),
    path: `${PATH}/new?template=${opening}`,
  }));
}

/** Returns the templates that are allowed: a postmortem only after the end, and nothing else after a postmortem. */
function stepTemplates(incident: IncidentAnswer): ConsoleIncidentView["templates"] {
  const isOver = incident.resolved_at !== null;
  return steps
    .filter((step) => (step === "postmortem" ? isOver : incident.status !== "postmortem"))
    .map((step) => ({
      label: forEachLanguage((language) => statusEventWords[step][language]),
      path: `${PATH}/${incident.id}?template=${step}`,
    }));
}
