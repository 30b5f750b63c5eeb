import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import { randomSecret } from "#runtime/random-secret.ts";
import { DAY_MS, HOUR_MS } from "#units/time.ts";
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "#migrations/status/schema.ts";
import { clockTime } from "#monitor/domain/zone-clock.ts";
import type { TextCipher } from "#monitor/domain/text-cipher.ts";
import { ON_CALL_LIMITS } from "#monitor/domain/on-call.ts";
import { readPage } from "#monitor/store/components.ts";
import { sharedSecret } from "#monitor/store/shared-secret.ts";
import { readShifts, type RotaShifts } from "../alerts/on-call.ts";
import { type CalendarShift, onCallCalendar } from "../calendar/on-call-calendar.ts";
import type { ConsoleOnCallView, OnCallForm, ShiftView } from "../page/page-view-on-call.ts";
import type { FormProblem } from "../page/page-view-work.ts";
import { languageAsked } from "../routes/followed.ts";
import { mayAct } from "../settings/console-people.ts";
import { refusalIn } from "./admin-answers.ts";
import { forRole } from "./for-role.ts";
import { fieldIn, FormFault, isLanguageChange, keyIn, momentIn } from "./form-fields.ts";
import type { AskAdmin, Show } from "./incident-routes.ts";
import { readTimeZone, timeZones } from "./time-zones.ts";

const PATH = CONSOLE_PATHS.onCall;
const CALENDAR = `${PATH}.ics`;
/** What the calendar has of the past and of the future. */
const CALENDAR_DAYS = { before: 28, after: 180 };
const SECRET = "on_call_calendar";

/** Serves who is on call with the form to stand in for somebody, and the calendar of it for programs with its key. */
export function onCallRoutes(
  app: FastifyInstance,
  parts: {
    readonly db: Database;
    readonly cipher: TextCipher | undefined;
    readonly nowMs: () => number;
    /** The public URL of the console; undefined where it is not known. */
    readonly url: string | undefined;
  },
  askAdmin: AskAdmin,
  show: Show,
): void {
  const { db, cipher, nowMs, url = "" } = parts;

  app.get(PATH, forRole("viewer"), async (request, reply) => {
    const timeZone = await readTimeZone(db);
    return showPage(request, reply, emptyForm(timeZone, nowMs()), null);
  });

  app.post(PATH, forRole("responder"), async (request, reply) => {
    const fields = request.body as URLSearchParams;
    const form = readForm(fields);
    if (isLanguageChange(fields)) return showPage(request, reply, form, null);
    try {
      const from = momentIn(form.from, form.timeZone);
      const until = momentIn(form.until, form.timeZone);
      if (until === undefined) throw new FormFault({ kind: "missingTime" });
      const path = `/admin/on-call/${encodeURIComponent(form.rota)}/overrides`;
      const body = {
        person: form.person,
        ends_at: until,
        ...(from !== undefined && { begins_at: from }),
      };
      const answer = await askAdmin(request, "POST", path, { body, key: form.key });
      const refusal = refusalIn(answer);
      if (refusal === null) return await reply.redirect(PATH, 303);
      const problem = { kind: "refused", refusal } as const;
      return await showPage(request, reply.code(answer.statusCode), form, problem);
    } catch (error) {
      if (!(error instanceof FormFault)) throw error;
      return showPage(request, reply.code(400), form, error.problem);
    }
  });

  app.post<{ Params: { id: string } }>(
    `${PATH}/overrides/:id/end`,
    forRole("responder"),
    async (request, reply) => {
      const id = encodeURIComponent(request.params.id);
      const answer = await askAdmin(request, "DELETE", `/admin/on-call/overrides/${id}`);
      const refusal = refusalIn(answer);
      if (refusal === null) return reply.redirect(PATH, 303);
      const form = emptyForm(await readTimeZone(db), nowMs());
      const problem = { kind: "refused", refusal } as const;
      return showPage(request, reply.code(answer.statusCode), form, problem);
    },
  );

  // Programs that follow a calendar cannot sign in: its address has a key.
  app.get<{ Querystring: Readonly<Record<string, unknown>> }>(
    CALENDAR,
    { config: { consoleRole: null } },
    async (request, reply) => {
      const { key } = request.query;
      const isRight = typeof key === "string" && isSame(key, await calendarKey(db, cipher));
      if (!isRight) return reply.callNotFound();
      const page = await readPage(db);
      if (page === undefined) return reply.callNotFound();
      const fromMs = nowMs() - CALENDAR_DAYS.before * DAY_MS;
      const toMs = nowMs() + CALENDAR_DAYS.after * DAY_MS;
      const { rotas, people } = await readShifts(db, fromMs, toMs);
      const names = new Map(people.map(({ id, name }) => [id, name]));
      const shifts = rotas.flatMap((rota) => calendarShifts(rota, names));
      const language = languageAsked(request);
      return reply
        .type("text/calendar; charset=utf-8")
        .send(onCallCalendar(page, shifts, language, nowMs()));
    },
  );

  async function showPage(
    request: FastifyRequest,
    reply: FastifyReply,
    form: OnCallForm,
    problem: FormProblem | null,
  ): Promise<FastifyReply> {
    const atMs = nowMs();
    const { rotas, people } = await readShifts(db, atMs, atMs + ON_CALL_LIMITS.listedDays * DAY_MS);
    const names = new Map(people.map(({ id, name }) => [id, name]));
    const view: ConsoleOnCallView = {
      rotas: rotas.map(({ rota, shifts }) => ({
        id: rota.id,
        nextAfterMinutes: rota.nextAfterMinutes,
        shifts: shifts.map((shift) => shiftView(shift, names)),
      })),
      people: people.map(({ id, name, receivers, quietHours }) => ({
        id,
        name,
        receivers,
        quietHours,
      })),
      calendarUrl: `${url}${CALENDAR}?key=${await calendarKey(db, cipher)}`,
      canPublish: mayAct(request.consoleSession!.role, "responder"),
      form,
      timeZones,
      problem,
    };
    return show(request, reply, { kind: "onCall", view });
  }
}

function shiftView(
  { personId, fromMs, toMs, overrideId, turnOf }: RotaShifts["shifts"][number],
  names: ReadonlyMap<string, string>,
): ShiftView {
  const nameOf = (id: string): string => names.get(id) ?? id;
  const insteadOf = overrideId === null ? null : nameOf(turnOf);
  return { name: nameOf(personId), fromMs, toMs, overrideId, insteadOf };
}

function calendarShifts(
  { rota, shifts }: RotaShifts,
  names: ReadonlyMap<string, string>,
): CalendarShift[] {
  return shifts.map((shift) => ({ rota: rota.id, ...shiftView(shift, names) }));
}

function emptyForm(timeZone: string, nowMs: number): OnCallForm {
  const fromMs = Math.ceil((nowMs + 1) / HOUR_MS) * HOUR_MS;
  return {
    rota: "",
    person: "",
    from: clockTime(timeZone, fromMs),
    until: clockTime(timeZone, fromMs + DAY_MS),
    timeZone,
    key: randomUUID(),
  };
}

function readForm(fields: URLSearchParams): OnCallForm {
  return {
    rota: fieldIn(fields, "rota"),
    person: fieldIn(fields, "person"),
    from: fieldIn(fields, "from"),
    until: fieldIn(fields, "until"),
    timeZone: fieldIn(fields, "time_zone"),
    key: keyIn(fields),
  };
}

/** Returns the key in the calendar's address, which all status APIs on a database share. */
async function calendarKey(db: Database, cipher: TextCipher | undefined): Promise<string> {
  return sharedSecret(db, SECRET, randomSecret(), cipher);
}

function isSame(given: string, key: string): boolean {
  const hashOf = (text: string): Buffer => createHmac("sha256", key).update(text).digest();
  return timingSafeEqual(hashOf(given), hashOf(key));
}
