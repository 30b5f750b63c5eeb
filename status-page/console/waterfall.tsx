import type { JSX } from "preact";
import type { EvidenceFacts } from "#monitor/domain/evidence-document.ts";
import { useReader } from "../reader/reader.ts";
import { useConsoleTexts } from "./texts.ts";

const WIDTH = 100;

/** The order of the phases of a request; the database does not keep it. */
const PHASES = ["dns", "connect", "tls", "first_byte", "transfer"] as const;

type SpeechPart = "first_audio" | "first_partial" | "audio_sent" | "final_transcript";

/** A part of a run's time, which follows the one before or runs in parallel. */
interface Part {
  readonly name: (typeof PHASES)[number] | SpeechPart;
  readonly beganMs: number;
  readonly ms: number;
}

interface Measured {
  readonly phases: Readonly<Partial<EvidenceFacts["phases"]>>;
  readonly measures: EvidenceFacts["measures"];
}

/** Returns the parts of a run in order, including those of speech where they were measured. */
export function partsOf({ phases, measures }: Measured): readonly Part[] {
  let endMs = 0;
  const nextPart = (name: Part["name"], ms: number): Part => {
    const beganMs = endMs;
    endMs += ms;
    return { name, beganMs, ms };
  };
  const parts = PHASES.flatMap((name) => {
    const ms = phases[name];
    if (ms === undefined) return [];
    const part = nextPart(name, ms);
    const firstAudio = measures["first_audio_seconds"];
    if (name !== "first_byte" || firstAudio === undefined) return [part];
    // The first audio comes with the first byte, but is measured from the request.
    return [part, { ...part, name: "first_audio" as const, ms: firstAudio * 1000 }];
  });
  const {
    first_partial_seconds: partial,
    audio_seconds: sent,
    final_transcript_seconds: final,
  } = measures;
  if (partial === undefined && final === undefined) return parts;
  // A clip is streamed in real time, once the session is open.
  const audioBeganMs = endMs;
  return [
    ...parts,
    ...(partial === undefined
      ? []
      : [{ name: "first_partial" as const, beganMs: audioBeganMs, ms: partial * 1000 }]),
    ...(sent === undefined ? [] : [nextPart("audio_sent", sent * 1000)]),
    ...(final === undefined ? [] : [nextPart("final_transcript", final * 1000)]),
  ];
}

/** Shows the start and duration of each part of a run. */
export function Waterfall({
  parts,
  totalMs,
}: {
  readonly parts: readonly Part[];
  readonly totalMs: number;
}): JSX.Element {
  const { formats } = useReader();
  const texts = useConsoleTexts().console;
  const wholeMs = Math.max(totalMs, ...parts.map(({ beganMs, ms }) => beganMs + ms), 1);
  return (
    <table class="waterfall">
      <tbody>
        {parts.map(({ name, beganMs, ms }) => (
          <tr key={name}>
            <th scope="row">{{ ...texts.phaseNames, ...texts.speechParts }[name]}</th>
            <td>{formats.milliseconds(Math.round(ms))}</td>
            <td class="bar">
              <svg viewBox={`0 0 ${WIDTH} 4`} preserveAspectRatio="none" aria-hidden="true">
                <rect
                  x={(beganMs / wholeMs) * WIDTH}
                  y="0"
                  height="4"
                  width={Math.max(0.5, (ms / wholeMs) * WIDTH)}
                />
              </svg>
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">{texts.whole}</th>
          <td>{formats.milliseconds(Math.round(totalMs))}</td>
          <td />
        </tr>
      </tbody>
    </table>
  );
}
