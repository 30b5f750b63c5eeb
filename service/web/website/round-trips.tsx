import { fill } from "#web-kit/language/texts.ts";
import { writeNumber } from "#web-kit/locale/numbers.ts";
import { SampleLink, type SampleWords } from "../frame/voice-sample.tsx";
import { SAMPLE_NAMES, SAMPLES } from "../samples/samples.ts";
import type { WebsiteTexts } from "../texts/texts.ts";

interface RoundTripsProps {
  readonly texts: WebsiteTexts;
  readonly words: SampleWords;
}

/** Texts, their speech by a voice, and the transcripts of it; the script replaces the links with buttons. */
export function RoundTrips({ texts, words }: RoundTripsProps) {
  return (
    <section aria-labelledby="round-trips">
      <h2 id="round-trips">{texts.roundTrips.title}</h2>
      <p class="section-lead">{texts.roundTrips.text}</p>
      <ul class="round-trips">
        {SAMPLE_NAMES.map((sampleName) => {
          const { address: sample, voice: name, text, transcript, seconds } = SAMPLES[sampleName];
          const length = writeNumber(texts.language, seconds, { max: 0 });
          return (
            <li key={sampleName} class="card">
              <div>
                <h3>{texts.roundTrips.before}</h3>
                <p lang="tr">{text}</p>
              </div>
              <p class="spoken">
                <span class="sample-slot" data-sample={sample} data-name={name}>
                  <SampleLink {...{ sample, name, words }} />
                </span>
                <span class="quiet">
                  <code>{name}</code> · {fill(texts.roundTrips.length, { seconds: length })}
                </span>
              </p>
              <div>
                <h3>{texts.roundTrips.after}</h3>
                <p lang="tr">{transcript}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
