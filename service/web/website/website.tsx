import { fill } from "#web-kit/language/texts.ts";
import type { Call } from "../code/calls/call.ts";
import { samplesOfCall } from "../code/calls/samples-of-call.ts";
import { Code, type CodeLanguage, Samples } from "../code/code-block.tsx";
import type { Language } from "#web-kit/language/languages.ts";
import examples from "./examples.json" with { type: "json" };
import { DataTable } from "../frame/data-table.tsx";
import { RoundTrips } from "./round-trips.tsx";
import { HeroSample } from "./sample-player.tsx";
import sample from "./sample.json" with { type: "json" };
import type { PeopleFigures } from "../../contract/models.ts";
import { peopleRows, peopleWords } from "../texts/people-words.ts";
import { ALL_TEXTS, type WebsiteTexts } from "../texts/texts.ts";

/** The content of the website, besides its texts. */
export interface WebsiteContent {
  readonly page: "website";
  /** How many built-in voices each synthesis model has, the default model first. */
  readonly voiceCounts: readonly { readonly model: string; readonly count: number }[];
  /** Whether a model can clone the voice of a recording. */
  readonly clones: boolean;
  /** Capabilities of the default synthesis model; undefined before it is loaded. */
  readonly standard:
    | {
        readonly voices: readonly string[];
        readonly designs: boolean;
        readonly isDirected: boolean;
      }
    | undefined;
  /** How well the transcription model understands people; undefined where it was not measured. */
  readonly people: PeopleFigures | undefined;
  /** The language of the examples that the reader chose last. */
  readonly codeLanguage: CodeLanguage;
}

interface WebsiteProps {
  readonly language: Language;
  readonly content: WebsiteContent;
  readonly baseUrl: string;
  readonly statusUrl: string | undefined;
}

/** A call for each of these features. */
const CALLS = {
  file: { kind: "transcription", fields: { model: "transcribe-1" }, file: "merhaba.mp3" },
  speech: {
    kind: "speech",
    fields: {
      model: "synth-v2",
      voice: "ayla",
      input: "Merhaba dünya.",
      response_format: "wav",
      sample_rate: 16_000,
    },
    file: "recording.wav",
  },
  // Transcribes the file that the speech call above writes.
  live: { kind: "live", fields: { sample_rate: 16_000 }, file: "recording.wav" },
} as const satisfies Readonly<Record<string, Call>>;

/** The figures shown large; the others are in the table. */
const HEADLINES = new Set(["fileSpeed", "speechSpeed", "firstAudio"]);

/** The home page: what the service does, with samples to hear and read, and what it does not do well. */
export function Website({ language, content, baseUrl, statusUrl }: WebsiteProps) {
  const texts = ALL_TEXTS.website[language];
  return (
    <div class="website">
      <Hero texts={texts} people={peopleWords(content.people, ALL_TEXTS.people[language])} />
      <Headlines texts={texts} />
      <section aria-labelledby="features">
        <h2 id="features">{texts.featuresTitle}</h2>
        <ul class="features">
          {Object.entries(texts.features)
            .filter(([name]) => name !== "cloning" || content.clones)
            .map(([name, { title, text }]) => (
              <li key={name}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
        </ul>
      </section>
      <RoundTrips texts={texts} words={ALL_TEXTS.voices[language].sample} />
      <LiveExamples texts={texts} standard={content.standard} />
      <section aria-labelledby="code">
        <h2 id="code">{texts.codeTitle}</h2>
        <p class="section-lead">
          {texts.codeText} <a href="/docs">{texts.quickStart}</a>
        </p>
        <p>
          {texts.codeNeeds}{" "}
          <a href={`/docs/${CALLS.file.file}`} download>
            {fill(texts.codeFile, { file: CALLS.file.file })}
          </a>
        </p>
        {Object.entries(CALLS).map(([name, call]) => (
          <div key={name} class="call">
            <h3>{texts.features[name as keyof typeof CALLS].title}</h3>
            <Samples
              name={`sample-${name}`}
              blocks={samplesOfCall(call, baseUrl)}
              chosen={content.codeLanguage}
              texts={ALL_TEXTS.code[language]}
            />
            {name === "file" && <Code language="json" code={TRANSCRIPT} />}
          </div>
        ))}
      </section>
      <Models
        texts={texts}
        voiceCounts={content.voiceCounts}
        people={peopleRows(content.people, ALL_TEXTS.people[language])}
      />
      <section aria-labelledby="limits">
        <h2 id="limits">{texts.limitsTitle}</h2>
        <p class="section-lead">
          {texts.limitsText} <a href="/docs/limits">{texts.limitsLink}</a>.
        </p>
        {statusUrl !== undefined && (
          <p class="section-lead">
            {texts.statusText} <a href={statusUrl}>{texts.statusLink}</a>.
          </p>
        )}
      </section>
    </div>
  );
}

/** The response to the first call. */
const TRANSCRIPT = `{
  "text": "${sample.text}",
  "usage": { "type": "duration", "seconds": ${sample.durationSeconds} }
}`;

/** The measured figures that matter most, as large numbers. */
function Headlines({ texts }: WithTexts) {
  return (
    <section aria-label={texts.figuresTitle}>
      <dl class="headlines">
        {Object.entries(texts.figures)
          .filter(([figure]) => HEADLINES.has(figure))
          .map(([figure, { name, value }]) => (
            <div key={figure}>
              <dt>{inOnePiece(name)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

/** Prevents line breaks after the hyphens in model names. */
function inOnePiece(text: string): string {
  const wordJoiner = "\u2060";
  return text.replaceAll("-", `-${wordJoiner}`);
}

interface WithTexts {
  readonly texts: WebsiteTexts;
}

function Hero({ texts, people }: { readonly people: string } & WithTexts) {
  return (
    <div class="hero">
      <div>
        <h1>{texts.tagline}</h1>
        <p class="lead">{texts.lead}</p>
        <p class="hero-ways">
          <a class="button" href="/docs">
            {texts.quickStart}
          </a>
          <a class="button plain" href="/demo">
            {texts.demo}
          </a>
        </p>
        <p class="quiet people">{people}</p>
      </div>
      <section class="card sample" aria-labelledby="sample-title">
        <h2 id="sample-title" class="hidden">
          {texts.sampleTitle}
        </h2>
        <p class="quiet">{fill(texts.sampleSpoken, { voice: sample.voice })}</p>
        <div id="hero-sample">
          <HeroSample texts={texts} />
        </div>
      </section>
    </div>
  );
}

/** Returns whether the default synthesis model can speak an example; true while that is unknown. */
function canSpeak(
  example: { readonly voice?: string; readonly instructions?: string; readonly input: string },
  standard: WebsiteContent["standard"],
): boolean {
  if (standard === undefined) return true;
  const { voice, instructions } = example;
  const hasVoice = voice === undefined ? standard.designs : standard.voices.includes(voice);
  return hasVoice && (instructions === undefined || standard.isDirected);
}

function LiveExamples({ texts, standard }: Pick<WebsiteContent, "standard"> & WithTexts) {
  const spoken = Object.entries(examples).filter(([, example]) => canSpeak(example, standard));
  if (spoken.length === 0) return null;
  return (
    <section aria-labelledby="listen">
      <h2 id="listen">{texts.liveTitle}</h2>
      <p class="section-lead">{texts.liveText}</p>
      <ul class="live-examples">
        {spoken.map(([name, { input, ...fields }]) => (
          <li key={name} class="card">
            <h3>{texts.examples[name as keyof typeof examples]}</h3>
            <p lang="tr">“{input}”</p>
            <p class="live-field" lang="tr">
              {Object.entries(fields).map(([field, value]) => (
                <code key={field}>
                  {field}: {value}
                </code>
              ))}
            </p>
            <div class="speak-slot" data-example={name} />
          </li>
        ))}
      </ul>
      <p class="section-lead">
        <a href="/demo">{texts.liveMore}</a>
      </p>
    </section>
  );
}

interface ModelsProps extends Pick<WebsiteContent, "voiceCounts">, WithTexts {
  readonly people: ReturnType<typeof peopleRows>;
}

function Models({ texts, voiceCounts, people }: ModelsProps) {
  return (
    <section aria-labelledby="models">
      <h2 id="models">{texts.modelsTitle}</h2>
      <p class="section-lead">{texts.modelsText}</p>
      <p class="quiet">
        {voiceCounts
          .map(({ model, count }) => fill(texts.voiceCount, { model, count }))
          .join(" · ")}
      </p>
      <DataTable
        label={texts.figuresTitle}
        caption={texts.figuresTitle}
        columns={[texts.whatColumn, texts.valueColumn]}
        rows={[
          ...people,
          ...Object.entries(texts.figures)
            .filter(([figure]) => !HEADLINES.has(figure))
            .map(([, figure]) => figure),
        ].map(({ name, value }) => [name, value])}
      />
    </section>
  );
}
