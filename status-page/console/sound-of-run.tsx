import { runPath } from "#monitor/domain/console-paths.ts";
import type { JSX } from "preact";
import type { KeptAudio } from "#status-api/page/page-view-console.ts";
import { valueTicks } from "#web-kit/chart/ticks.ts";
import { fill } from "#web-kit/language/texts.ts";
import { useReader } from "../reader/reader.ts";
import { useConsoleTexts } from "./texts.ts";

interface SoundOfRunProps {
  readonly runId: string;
  readonly audio: KeptAudio;
  /** The length of the time axis in seconds. */
  readonly seconds: number;
  readonly isCut: boolean;
}

/** A player for audio, with its waveform and spectrogram; a script seeks in them and marks the current position. */
export function SoundOfRun({ runId, audio, seconds, isCut }: SoundOfRunProps): JSX.Element {
  const { formats } = useReader();
  const texts = useConsoleTexts().console;
  const { name, sound } = audio;
  const path = `${runPath(runId)}/audio/${name}`;
  const label = texts.audio[name];
  return (
    <figure class="card sound">
      <figcaption>
        {label}
        {sound !== null && (
          <span class="quiet">
            {fill(texts.sound.length, {
              seconds: formats.number(Math.round(sound.seconds * 100) / 100),
              rate: formats.number(sound.sampleRateHz / 1000),
            })}
          </span>
        )}
      </figcaption>
      <audio controls preload="metadata" aria-label={label} src={path} />
      {isCut && <p class="quiet">{texts.cut}</p>}
      {sound === null ? (
        <p class="quiet">{texts.sound.notDrawn}</p>
      ) : (
        <SoundPictures path={path} seconds={seconds} label={label} />
      )}
    </figure>
  );
}

const PICTURES = [
  ["waveform", "waveform.svg"],
  ["spectrogram", "spectrogram.png"],
] as const;

interface SoundPicturesProps {
  readonly path: string;
  readonly seconds: number;
  readonly label: string;
}

function SoundPictures({ path, seconds, label }: SoundPicturesProps): JSX.Element {
  const texts = useConsoleTexts().console.sound;
  return (
    <div class="sound-drawn">
      <div
        class="sound-pictures"
        data-seconds={seconds}
        data-label={fill(texts.position, { audio: label })}
      >
        {PICTURES.map(([kind, file]) => (
          <img
            key={kind}
            class={`${kind}-picture`}
            src={`${path}/${file}?seconds=${seconds}`}
            alt={fill(texts[kind], { audio: label })}
          />
        ))}
        <svg class="hertz" aria-hidden="true">
          <text x="4" y="0" dy="1em">
            8 kHz
          </text>
          <text x="4" y="50%" dy="0.35em">
            4 kHz
          </text>
        </svg>
        <svg class="playhead" aria-hidden="true">
          <line x1="0" x2="0" y1="0" y2="100%" />
        </svg>
      </div>
      <TimeAxis seconds={seconds} />
    </div>
  );
}

function TimeAxis({ seconds }: { readonly seconds: number }): JSX.Element {
  const { formats } = useReader();
  const unit = useConsoleTexts().console.sound.unit;
  const ticks = valueTicks(seconds, formats.number).filter((tick) => tick <= seconds);
  return (
    <svg class="time-axis" aria-hidden="true">
      {ticks.map((tick) => {
        const share = tick / seconds;
        const x = `${share * 100}%`;
        const anchor = share === 0 ? "start" : share > 0.95 ? "end" : "middle";
        return (
          <g key={tick}>
            <line x1={x} x2={x} y1="0" y2="4" />
            <text x={x} y="1.25em" text-anchor={anchor}>
              {tick === 0 ? `0 ${unit}` : formats.number(tick)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
