import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { JSX } from "preact";
import type { IncidentAnswer } from "#status-api/admin/answers.ts";
import { useReader } from "../reader/reader.ts";
import { ReaderTime } from "./reader-time.tsx";
import { saidIn } from "./said-in.ts";
import { useConsoleTexts } from "./texts.ts";

/** The incidents, newest first, and a link that opens another. */
export function IncidentsPage({
  incidents,
  canPublish,
}: {
  readonly incidents: readonly IncidentAnswer[];
  readonly canPublish: boolean;
}): JSX.Element {
  const { language, texts: words } = useReader();
  const stages: Readonly<Record<string, string>> = words.stages;
  const texts = useConsoleTexts().console.tell;
  return (
    <main id="content" class="console">
      <div class="console-head">
        <h1>{texts.incidents}</h1>
        {canPublish && (
          <a class="button" href={`${CONSOLE_PATHS.incidents}/new`}>
            {texts.newIncident}
          </a>
        )}
      </div>
      {incidents.length === 0 && <p class="card quiet">{texts.noIncidents}</p>}
      {incidents.length > 0 && (
        <ul class="card kept-runs">
          {incidents.map((incident) => (
            <li key={incident.id}>
              <a href={`${CONSOLE_PATHS.incidents}/${incident.id}`}>
                {saidIn(incident, "name", language)}
              </a>{" "}
              {stages[incident.status]}
              {incident.resolved_at === null && (
                <span class="quiet">
                  {" · "}
                  {incident.automatic ? texts.automatic : texts.byPeople}
                </span>
              )}
              <p class="quiet">
                <ReaderTime atMs={Date.parse(incident.started_at)} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}
