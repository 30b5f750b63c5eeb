import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { FastifyInstance } from "fastify";
import { type ConsoleContext, forRole } from "./console-context.ts";
import { OpenTabs } from "./open-tabs.ts";
import { findSession } from "./sessions.ts";

const BEAT_MS = 1_000;
/** Proxies close connections that are silent for half a minute. */
const BEATS_PER_SIGN = 20;

/** Serves a stream of server-sent events to each open tab, which tells of every change until its session ends. */
export function eventRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { drain, parts } = context;
  const tabs = new OpenTabs();
  const revision = () => parts.published.current()?.snapshot.revision;

  app.get(CONSOLE_PATHS.events, forRole("viewer"), (request, reply) => {
    void reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      "content-type": "text/event-stream",
      "x-accel-buffering": "no",
    });
    raw.write("retry: 5000\n\n");
    // A browser reopens a stream that ends.
    const tab = tabs.add(request.consoleSession!.person, () => raw.end());
    let known = revision();
    let beats = 0;
    const beat = setInterval(() => {
      beats += 1;
      if (drain.isOn) return raw.end();
      if (revision() !== known) raw.write("event: changed\ndata: {}\n\n");
      known = revision();
      if (beats % BEATS_PER_SIGN !== 0) return;
      raw.write(":\n\n");
      // The stream ends with its session.
      findSession(request, context).then(
        (session) => session === undefined && raw.end(),
        () => raw.end(),
      );
    }, BEAT_MS);
    raw.once("close", () => {
      clearInterval(beat);
      tab[Symbol.dispose]();
    });
  });
}
