import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isImpaired } from "#monitor/domain/incident-now.ts";
import { fieldOf, saidIn } from "#monitor/domain/localized-text.ts";
import { statusEventWords } from "#monitor/domain/status-words.ts";
import { readComponentNames, readComponentStates } from "#monitor/store/components.ts";
import { forEachLanguage, type Language, languages } from "#web-kit/language/languages.ts";
import type { IncidentAnswer, PreviewAnswer } from "../admin/answers.ts";
import { listIncidents } from "../admin/incidents.ts";
import {
  type ConsoleIncidentView,
  INCIDENT_FIELDS,
  type IncidentForm,
} from "../page/page-view-console.ts";
import { markdownHtml } from "../texts/markdown.ts";
import { templateTexts } from "../texts/texts.ts";
import {
  type ById,
  type ConsoleContext,
  type Form,
  forRole,
  may,
  type Queried,
} from "./console-context.ts";
import { MAX_FORM_BYTES, readForm, readOne, sendForm, writtenTexts } from "./forms.ts";

const PATH = CONSOLE_PATHS.incidents;
const ADMIN_PATH = "/admin/incidents";
const LISTED = 30;

const openings = Object.keys(templateTexts.en.opening) as (keyof typeof templateTexts.en.opening)[];
const steps = Object.keys(templateTexts.en.step) as (keyof typeof templateTexts.en.step)[];

/** Serves the list of incidents, and forms to open and to update one, each with a preview. */
export function incidentRoutes(app: FastifyInstance, { db }: ConsoleContext): void {
  const options = { bodyLimit: MAX_FORM_BYTES, ...forRole("responder") };

  app.get(PATH, forRole("viewer"), async (request, reply) => {
    const { data: incidents } = await listIncidents(db, { limit: LISTED, status: "all" });
    return reply.showConsole("incidents", { incidents, canPublish: may(request, "responder") });
  });

  app.get<Queried>(`${PATH}/new`, forRole("responder"), async (request, reply) => {
    const form = { ...emptyForm(), texts: openingTexts(request.query["template"]) };
    return showForm(reply, null, form);
  });

  app.post<Form>(PATH, options, async (request, reply) => {
    const form = readForm(request.body, INCIDENT_FIELDS);
    const { status, impact, components } = form;
    const body = { ...writtenTexts(form.texts), status, impact, components };
    return tell(reply, null, form, ADMIN_PATH, body);
  });

  app.get<ById & Queried>(`${PATH}/:id`, forRole("viewer"), async (request, reply) => {
    const incident = await readOne<IncidentAnswer>(request, "incident", ADMIN_PATH);
    const step = steps.find((one) => one === request.query["template"]);
    const form = formOf(incident, step);
    if (form.status !== "postmortem" || incident.status === "postmortem") {
      return showForm(reply, incident, form);
    }
    const texts = { ...form.texts, ...(await readDraft(request, incident)) };
    return showForm(reply, incident, { ...form, texts });
  });

  app.post<ById>(`${PATH}/:id/automation`, forRole("responder"), async (request, reply) => {
    const incident = await readOne<IncidentAnswer>(request, "incident", ADMIN_PATH);
    return sendForm(reply, {
      change: () => ({ method: "POST", path: `${ADMIN_PATH}/${incident.id}/automation` }),
      done: pathOf,
      show: () => showForm(reply, incident, formOf(incident, undefined)),
    });
  });

  app.post<ById & Form>(`${PATH}/:id`, options, async (request, reply) => {
    const incident = await readOne<IncidentAnswer>(request, "incident", ADMIN_PATH);
    const form = readForm(request.body, INCIDENT_FIELDS);
    const { status, impact, components } = form;
    const isPostmortem = status === "postmortem";
    const path = `${ADMIN_PATH}/${incident.id}/${isPostmortem ? "postmortem" : "updates"}`;
    const texts = writtenTexts(form.texts);
    const body = isPostmortem
      ? texts
      : { ...texts, status, impact, ...(components.length > 0 && { components }) };
    return tell(reply, incident, form, path, body);
  });

  /** Previews what a form would publish, or publishes it. */
  async function tell(
    reply: FastifyReply,
    incident: IncidentAnswer | null,
    form: IncidentForm,
    path: string,
    body: object,
  ): Promise<FastifyReply> {
    return sendForm(reply, {
      hasPreview: true,
      change: () => ({ method: "POST", path, body }),
      done: pathOf,
      show: (preview) => showForm(reply, incident, form, preview?.json()),
    });
  }

  /** Reads which components of an incident are impaired now. */
  async function readFailing(incident: IncidentAnswer | null, { components }: IncidentForm) {
    const members = new Set([...components, ...(incident?.components ?? []).map(({ id }) => id)]);
    const states = await readComponentStates(db);
    return states.filter((component) => members.has(component.id) && isImpaired(component));
  }

  async function showForm(
    reply: FastifyReply,
    incident: IncidentAnswer | null,
    form: IncidentForm,
    preview: PreviewAnswer | null = null,
  ): Promise<FastifyReply> {
    const newest = preview?.incident.updates[0];
    const isEnd = preview !== null && form.status === "resolved";
    const view = {
      incident,
      canPublish: may(reply.request, "responder"),
      components: await readComponentNames(db),
      templates: incident === null ? openingTemplates() : stepTemplates(incident),
      form,
      preview,
      previewHtml:
        newest?.status === "postmortem"
          ? forEachLanguage((language) => markdownHtml(saidIn(newest, "body", language)))
          : null,
      stillFailing: isEnd ? await readFailing(incident, form) : [],
    };
    return reply.showConsole("incident", view);
  }

  /** Reads the draft of the postmortem of an incident that is over; nothing where there is none. */
  async function readDraft(
    request: FastifyRequest,
    { id }: IncidentAnswer,
  ): Promise<Record<string, string>> {
    const answer = await request.askAdmin("GET", `${ADMIN_PATH}/${id}/postmortem-draft`);
    return answer.statusCode === 200 ? answer.json() : {};
  }
}

function pathOf({ id }: { readonly id: string }): string {
  return `${PATH}/${id}`;
}

function emptyForm(): IncidentForm {
  const fields = new URLSearchParams({ status: "investigating", impact: "minor" });
  return readForm(fields, INCIDENT_FIELDS);
}

/** Returns the form for an incident, with the template text of a step where one is chosen. */
function formOf(incident: IncidentAnswer, step: (typeof steps)[number] | undefined): IncidentForm {
  return {
    ...emptyForm(),
    status: step ?? (incident.resolved_at === null ? incident.status : "postmortem"),
    impact: incident.impact,
    texts:
      step === undefined ? {} : fieldsIn("body", (language) => templateTexts[language].step[step]),
  };
}

function openingTexts(template: unknown): Record<string, string> {
  const opening = openings.find((one) => one === template);
  if (opening === undefined) return {};
  const written = (field: "name" | "body") =>
    fieldsIn(field, (language) => templateTexts[language].opening[opening][field]);
  return { ...written("name"), ...written("body") };
}

/** Returns the fields of a form for a text in every language. */
function fieldsIn(field: string, textIn: (language: Language) => string): Record<string, string> {
  return Object.fromEntries(
    languages.map((language) => [fieldOf(field, language), textIn(language)]),
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
