/** An event of a stream: its type, and what else it says. */
export interface ServerSentEvent {
  readonly type: string;
}

export const EVENT_STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  // Proxies would hold events back until they have a bufferful.
  "x-accel-buffering": "no",
} as const;

/**
 * Yields events as they are sent (text/event-stream of the HTML standard, the data as JSON).
 *
 * What they throw becomes a last event, which `faultEvent` makes; where it makes none, it is thrown on.
 */
export async function* eventStream(
  events: AsyncIterable<ServerSentEvent>,
  faultEvent: (fault: unknown) => ServerSentEvent | undefined,
): AsyncGenerator<string> {
  try {
    for await (const event of events) yield serialised(event);
  } catch (fault) {
    const event = faultEvent(fault);
    if (event === undefined) throw fault;
    yield serialised(event);
  }
}

function serialised(event: ServerSentEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
