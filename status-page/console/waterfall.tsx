import type { JSX } from "preact";
import { SECOND_MS } from "#units/time.ts";
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
  const parts: Part[] = [];
  let endMs = 0;
  /** Adds a part if it was measured, by default where the last one ended; returns when it ends. */
  const add = (name: Part["name"], ms: number | undefined, beganMs = endMs): number => {
    if (ms !== undefined) parts.push({ name, beganMs, ms });
    return beganMs + (ms ?? 0);
  };
  const msOf = (measure: string): number | undefined => {
    const seconds = measures[measure];
    return seconds && seconds * SECOND_MS;
  };
  for (const name of PHASES) {
    const beganMs = endMs;
    endMs = add(name, phases[name]);
    if (name !== "first_byte" || phases[name] === undefined) continue;
    // The first audio comes with the first byte, but is measured from the request.
    add("first_audio", msOf("first_audio_seconds"), beganMs);
  }
  const [partialMs, finalMs] = [msOf("first_partial_seconds"), msOf("final_transcript_seconds")];
  if (partialMs === undefined && finalMs === undefined) return parts;
  // A clip is streamed in real time, once the session is open.
  add("first_partial", partialMs);
  endMs = add("audio_sent", msOf("audio_seconds"));
  add("final_transcript", finalMs);
  return parts;
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
