const MAX_STREAMS_PER_RUN = 16;

/** Returns streams in the groups that a network runs at once: more of them in one run are no faster, and take more memory. */
export function streamRuns<Stream>(streams: readonly Stream[]): Stream[][] {
  return Array.from({ length: Math.ceil(streams.length / MAX_STREAMS_PER_RUN) }, (_, run) =>
    streams.slice(run * MAX_STREAMS_PER_RUN, (run + 1) * MAX_STREAMS_PER_RUN),
  );
}
