import type { ArticleProps } from "../frame/article.ts";
import { ALL_TEXTS } from "../../texts/all-texts.ts";

const BYTES_PER_MB = 1024 * 1024;
const SECONDS_PER_HOUR = 3600;

/** A limit of the service, by its name; the code of the error when it is exceeded. */
const ROWS = [
  { name: "account.requestsPerMinute", error: "rate_limit_exceeded", divisor: 1 },
  { name: "account.concurrentTranscriptions", error: "rate_limit_exceeded", divisor: 1 },
  { name: "account.concurrentStreams", error: "rate_limit_exceeded", divisor: 1 },
  { name: "account.concurrentSpeechRequests", error: "rate_limit_exceeded", divisor: 1 },
  { name: "account.concurrentSpeechSockets", error: "rate_limit_exceeded", divisor: 1 },
  { name: "account.monthlyAudioSeconds", error: "quota_exceeded", divisor: SECONDS_PER_HOUR },
  { name: "account.monthlyCharacters", error: "quota_exceeded", divisor: 1 },
  { name: "account.savedVoices", error: "voice_limit_reached", divisor: 1 },
  { name: "account.pronunciations", error: "pronunciation_limit_reached", divisor: 1 },
  { name: "uploadBytes", error: "file_too_large", divisor: BYTES_PER_MB },
  { name: "audioSeconds", error: "audio_too_long", divisor: SECONDS_PER_HOUR },
  { name: "inputCharacters", error: "input_too_long", divisor: 1 },
  { name: "directionCharacters", error: "invalid_instructions", divisor: 1 },
  { name: "leastReferenceSeconds", error: "reference_too_short", divisor: 1 },
  { name: "mostReferenceSeconds", error: "reference_too_long", divisor: 1 },
  { name: "referenceBytes", error: "reference_too_large", divisor: BYTES_PER_MB },
  { name: "pronunciationsPerRequest", error: "invalid_pronunciations", divisor: 1 },
  { name: "sessionSeconds", error: "token_expired", divisor: 60 },
] as const;

export type LimitName = (typeof ROWS)[number]["name"];

/** What is limited, the default, and the error beyond it. */
export function LimitTable({ language, content }: ArticleProps) {
  const texts = ALL_TEXTS.docs[language];
  const number = new Intl.NumberFormat(language);
  return (
    <div class="table" tabIndex={0} role="group" aria-label={texts.limit}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.limit}</th>
            <th scope="col">{texts.standard}</th>
            <th scope="col">{texts.errorBeyond}</th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ name, error, divisor }) => {
            const { name: label, unit } = texts.limits[name];
            const value = content.limits[name];
            if (value === undefined) throw new Error(`there is no limit ${name}`);
            return (
              <tr key={name}>
                <td>{label}</td>
                <td>
                  {number.format(value / divisor)} {unit}
                </td>
                <td>
                  <a href={`/docs/errors#${error}`}>
                    <code>{error}</code>
                  </a>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
