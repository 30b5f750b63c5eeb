const MAX_STREAMS_PER_RUN = 16;

/** Returns streams in their order, in groups of as many as a network runs at once. */
export function streamRuns<Stream>(streams: readonly Stream[]): Stream[][] {
  return Array.from({ length: Math.ceil(streams.length / MAX_STREAMS_PER_RUN) }, (_, run) =>
    streams.slice(run * MAX_STREAMS_PER_RUN, (run + 1) * MAX_STREAMS_PER_RUN),
  );
}
