import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { Job, JobsView } from "../frame/content.ts";
import { duration, Instant, number } from "../frame/formats.tsx";
import { Island, useReader } from "../frame/reader.ts";

/** The jobs page: the newest transcription jobs of the account, each of which can be deleted. */
export function JobsPage({ shown }: { readonly shown: JobsView }): JSX.Element {
  const { jobs } = useReader().texts;
  return (
    <>
      <h1>{jobs.title}</h1>
      <p class="lead">
        {fill(jobs.lead, { hours: shown.keptHours })} <a href="/docs/jobs">{jobs.guide}</a>
      </p>
      {shown.jobs.length === 0 ? (
        <p>{jobs.none}</p>
      ) : (
        <ul class="rows">
          {shown.jobs.map((job) => (
            <Island as="li" key={job.id} class="row">
              <Facts job={job} />
              <Deletion job={job} />
            </Island>
          ))}
        </ul>
      )}
      {shown.hasMore && <p class="quiet">{fill(jobs.more, { count: shown.jobs.length })}</p>}
    </>
  );
}

function Facts({ job }: { readonly job: Job }) {
  const reader = useReader();
  const { jobs } = reader.texts;
  const { status, progress, duration_seconds, error } = job;
  const share = fill(jobs.progress, { percent: number(reader, progress * 100) });
  return (
    <div class="row-facts">
      <p class="row-name">
        {jobs.statuses[status]}
        {status === "running" && ` · ${share}`}
      </p>
      <p>
        <code>{job.id}</code>
      </p>
      {error !== null && (
        <p>
          <code>{error.code}</code> <span lang="en">{error.message}</span>
        </p>
      )}
      <p class="quiet row-times">
        <span>
          {jobs.created} <Instant at={job.created_at} />
        </span>
        <span>{job.response_format}</span>
        {duration_seconds !== null && <span>{duration(reader, duration_seconds)}</span>}
      </p>
    </div>
  );
}

/** Explains and confirms deleting a job; opens without a script too. */
function Deletion({ job: { id, ended_at } }: { readonly job: Job }) {
  const { jobs } = useReader().texts;
  return (
    <details class="confirm">
      <summary class="button plain small" aria-label={fill(jobs.deleteNamed, { id })}>
        {jobs.delete}
      </summary>
      <form class="confirm-body" method="post" action="/dashboard/jobs/delete">
        <input type="hidden" name="id" value={id} />
        <p>{ended_at === null ? jobs.deleteUnfinished : jobs.deleteEnded}</p>
        <button class="button danger small" type="submit">
          {jobs.deleteSurely}
        </button>
      </form>
    </details>
  );
}
