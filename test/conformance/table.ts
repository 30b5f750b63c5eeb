import type { Row } from "./row.ts";
import { AUTHENTICATION } from "./rows/authentication.ts";
import { COMMON_ERRORS } from "./rows/common-errors.ts";
import { ENDPOINTS } from "./rows/endpoints.ts";
import { EVENTS } from "./rows/events.ts";
import { FAULTS } from "./rows/faults.ts";
import { LIMIT_ROWS } from "./rows/limits.ts";
import { SPEECH_FIELDS } from "./rows/speech-fields.ts";
import { SYNTHESIS_ERRORS } from "./rows/synthesis-errors.ts";
import { TRANSCRIPTION_ERRORS } from "./rows/transcription-errors.ts";
import { TRANSCRIPTION_FIELDS } from "./rows/transcription-fields.ts";

/** Everything that is seen, in the order in which it runs: the last limits leave the key no requests for a minute. */
export const TABLE: readonly Row[] = [
  ...TRANSCRIPTION_FIELDS,
  ...SPEECH_FIELDS,
  ...ENDPOINTS,
  ...AUTHENTICATION,
  ...EVENTS,
  ...COMMON_ERRORS,
  ...SYNTHESIS_ERRORS,
  ...TRANSCRIPTION_ERRORS,
  ...FAULTS,
  ...LIMIT_ROWS,
];
