import type { JSX } from "preact";
import { piecesOf } from "#monitor/domain/text-moments.ts";
import { FilledText } from "./filled-text.tsx";
import { Moment } from "./moment.tsx";
import { useReader } from "./reader.ts";

/** Shows a text that was published at `saidMs`, with its times in the reader's zone. */
export function RenderedText({ text, saidMs }: { text: string; saidMs: number }): JSX.Element {
  const { formats } = useReader();
  return (
    <>
      {piecesOf(text).map((piece, index) =>
        typeof piece === "string" ? (
          piece
        ) : (
          <Moment key={index} atMs={piece.atMs} text={formats.inSentence(piece, saidMs)} />
        ),
      )}
    </>
  );
}

/** Shows since when something has been so: `since 21 Nov 2026, 14:25`. */
export function Since({ atMs }: { atMs: number }): JSX.Element {
  const { texts, formats } = useReader();
  // Relative to no day, so that the date is written too.
  const time = formats.inSentence({ form: "since", atMs }, 0);
  return <FilledText text={texts.since} values={{ since: <Moment atMs={atMs} text={time} /> }} />;
}

/** Says that a status was set by a person, and until when. */
export function SaidUntil({ atMs }: { atMs: number }): JSX.Element {
  const { texts } = useReader();
  return (
    <p class="quiet said">
      <FilledText text={texts.saidUntil} values={{ until: <Moment atMs={atMs} /> }} />
    </p>
  );
}
