import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { fill } from "#web-kit/language/texts.ts";
import { SamplePlayer } from "./sample-player.ts";
import { useReady } from "./use-ready.ts";

/** A triangle and a square, in a box of 16 by 16. */
const PATHS = { play: "M5 3l8 5-8 5z", stop: "M4 4h8v8H4z" } as const;

/** The button's texts, with a placeholder for the name of the voice. */
export interface SampleWords {
  readonly play: string;
  readonly stop: string;
  readonly failed: string;
  readonly loading: string;
}

interface VoiceSampleProps {
  /** The URL of the sample. */
  readonly sample: string;
  readonly name: string;
  readonly words: SampleWords;
}

/** A button that plays a sample of a voice; an error is shown at the bottom of the window until the next click or key. */
export function VoiceSample({ sample, name, words }: VoiceSampleProps): JSX.Element {
  const [player] = useState(() => new SamplePlayer());
  useEffect(() => () => player.stop(), []);
  const isReady = useReady();
  const phase = player.phase.value;
  const isSilent = phase === "silent";
  return (
    <>
      <button
        type="button"
        class="voice-sample"
        data-phase={phase}
        disabled={!isReady}
        aria-label={fill(isSilent ? words.play : words.stop, { name })}
        onClick={() => void (isSilent ? player.play(sample) : player.stop())}
      >
        <SampleIcon name={isSilent ? "play" : "stop"} />
      </button>
      <SampleProblem player={player} name={name} words={words} />
    </>
  );
}

/** Links to the sample, before a script runs. */
export function SampleLink({ sample, name, words }: VoiceSampleProps): JSX.Element {
  return (
    <a class="voice-sample" href={sample} aria-label={fill(words.play, { name })}>
      <SampleIcon name="play" />
    </a>
  );
}

function SampleIcon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

interface SampleProblemProps extends Pick<VoiceSampleProps, "name" | "words"> {
  readonly player: SamplePlayer;
}

function SampleProblem({ player, name, words }: SampleProblemProps) {
  const problem = player.problem.value;
  useEffect(() => {
    if (problem === undefined) return;
    const forgotten = new AbortController();
    const forget = () => void (player.problem.value = undefined);
    for (const press of ["pointerdown", "keydown"]) {
      addEventListener(press, forget, { signal: forgotten.signal });
    }
    return () => forgotten.abort();
  }, [problem]);
  if (problem === undefined) return null;
  const text = problem.code === "model_loading" ? words.loading : words.failed;
  return (
    <p class="notice problem voice-problem" role="alert">
      {fill(text, { name })}
    </p>
  );
}
