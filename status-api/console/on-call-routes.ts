import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import { randomSecret } from "#runtime/random-secret.ts";
import { DAY_MS, HOUR_MS } from "#units/time.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { carriesToken } from "#monitor/bearer-token.ts";
import { clockTime } from "#monitor/domain/zone-clock.ts";
import { ON_CALL_LIMITS } from "#monitor/domain/on-call.ts";
import { readPage } from "#monitor/store/components.ts";
import { sharedSecret } from "#monitor/store/shared-secret.ts";
import { readShifts } from "../alerts/on-call.ts";
import { onCallCalendar } from "../calendar/on-call-calendar.ts";
import { ON_CALL_FIELDS, type OnCallForm } from "../page/page-view-on-call.ts";
import { requestedLanguage } from "../routes/followed.ts";
import {
  type ById,
  type ConsoleContext,
  type Form,
  forRole,
  may,
  type Queried,
} from "./console-context.ts";
import { momentIn, neededMomentIn, readForm, readTimeZone, sendForm } from "./forms.ts";

const PATH = CONSOLE_PATHS.onCall;
const CALENDAR = `${PATH}.ics`;
/** Days of the past and of the future in the calendar. */
const CALENDAR_DAYS = { before: 28, after: 180 };
const SECRET = "on_call_calendar";

/** Serves who is on call with the form to stand in for somebody, and the calendar of it for programs with its key. */
export function onCallRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { db, cipher, nowMs, url = "" } = context;
  /** Returns the key in the calendar's address, which all status APIs on a database share. */
  const calendarKey = () => sharedSecret(db, SECRET, randomSecret(), cipher);

  app.get(PATH, forRole("viewer"), (_request, reply) => showPage(reply));

  app.post<Form>(PATH, forRole("responder"), async (request, reply) => {
    const form = readForm(request.body, ON_CALL_FIELDS);
    return sendForm(reply, {
      change: () => {
        const from = momentIn(form.from, form.time_zone);
        const ends_at = neededMomentIn(form.until, form.time_zone);
        return {
          method: "POST",
          path: `/admin/on-call/${encodeURIComponent(form.rota)}/overrides`,
          body: { person: form.person, ends_at, ...(from !== undefined && { begins_at: from }) },
        };
      },
      done: () => PATH,
      show: () => showPage(reply, form),
    });
  });

  app.post<ById>(`${PATH}/overrides/:id/end`, forRole("responder"), async ({ params }, reply) => {
    const path = `/admin/on-call/overrides/${encodeURIComponent(params.id)}`;
    return sendForm(reply, {
      change: () => ({ method: "DELETE", path }),
      done: () => PATH,
      show: () => showPage(reply),
    });
  });

  // Programs that follow a calendar cannot sign in: its address has a key.
  app.get<Queried>(CALENDAR, forRole(null), async (request, reply) => {
    const given = `Bearer ${String(request.query["key"])}`;
    if (!carriesToken(given, [await calendarKey()])) return reply.callNotFound();
    const page = await readPage(db);
    if (page === undefined) return reply.callNotFound();
    const fromMs = nowMs() - CALENDAR_DAYS.before * DAY_MS;
    const toMs = nowMs() + CALENDAR_DAYS.after * DAY_MS;
    const { rotas } = await readShifts(db, fromMs, toMs);
    const shifts = rotas.flatMap(({ rota: { id }, shifts: ofRota }) =>
      ofRota.map((shift) => ({ rota: id, ...shift })),
    );
    return reply
      .type("text/calendar; charset=utf-8")
      .send(onCallCalendar(page, shifts, requestedLanguage(request), nowMs()));
  });

  async function showPage(reply: FastifyReply, form?: OnCallForm): Promise<FastifyReply> {
    const atMs = nowMs();
    const { rotas, people } = await readShifts(db, atMs, atMs + ON_CALL_LIMITS.listedDays * DAY_MS);
    const view = {
      rotas: rotas.map(({ rota, shifts }) => ({ ...rota, shifts })),
      people,
      calendarUrl: `${url}${CALENDAR}?key=${await calendarKey()}`,
      canPublish: may(reply.request, "responder"),
      form: form ?? emptyForm(await readTimeZone(db), atMs),
    };
    return reply.showConsole("onCall", view);
  }
}

function emptyForm(timeZone: string, nowMs: number): OnCallForm {
  const fromMs = Math.ceil((nowMs + 1) / HOUR_MS) * HOUR_MS;
  const [from, until] = [clockTime(timeZone, fromMs), clockTime(timeZone, fromMs + DAY_MS)];
  return readForm(new URLSearchParams({ from, until, time_zone: timeZone }), ON_CALL_FIELDS);
}
