import { ACTIVITIES } from "../../contract/activities.ts";
import { LIMITS } from "../../contract/limits.ts";
import type { LimitRow } from "../../web/docs/frame/content.ts";

const BYTES_PER_MB = 1024 * 1024;
const SECONDS_PER_HOUR = 3600;
const SECONDS_PER_MINUTE = 60;

/** Returns the limits that the documentation shows, each with the code of the error beyond it. */
export function limitRows(): readonly LimitRow[] {
  const { account } = LIMITS;
  const rates = [
    "requestsPerMinute" as const,
    ...Object.values(ACTIVITIES).map(({ limitName }) => limitName),
  ];
  return [
    ...rates.map((name) => ({ name, value: account[name], error: "rate_limit_exceeded" }) as const),
    {
      name: "monthlyAudioSeconds",
      value: account.monthlyAudioSeconds / SECONDS_PER_HOUR,
      error: "quota_exceeded",
    },
    { name: "monthlyCharacters", value: account.monthlyCharacters, error: "quota_exceeded" },
    { name: "savedVoices", value: account.savedVoices, error: "voice_limit_reached" },
    { name: "pronunciations", value: account.pronunciations, error: "pronunciation_limit_reached" },
    { name: "uploadBytes", value: LIMITS.uploadBytes / BYTES_PER_MB, error: "file_too_large" },
    {
      name: "audioSeconds",
      value: LIMITS.audioSeconds / SECONDS_PER_HOUR,
      error: "audio_too_long",
    },
    { name: "inputCharacters", value: LIMITS.inputCharacters, error: "input_too_long" },
    {
      name: "directionCharacters",
      value: LIMITS.directionCharacters,
      error: "invalid_instructions",
    },
    {
      name: "leastReferenceSeconds",
      value: LIMITS.leastReferenceSeconds,
      error: "reference_too_short",
    },
    {
      name: "mostReferenceSeconds",
      value: LIMITS.mostReferenceSeconds,
      error: "reference_too_long",
    },
    {
      name: "referenceBytes",
      value: LIMITS.referenceBytes / BYTES_PER_MB,
      error: "reference_too_large",
    },
    {
      name: "pronunciationsPerRequest",
      value: LIMITS.pronunciationsPerRequest,
      error: "invalid_pronunciations",
    },
    {
      name: "sessionSeconds",
      value: LIMITS.sessionSeconds / SECONDS_PER_MINUTE,
      error: "token_expired",
    },
  ];
}
