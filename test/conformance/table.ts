import type { Row } from "./row.ts";
import { AUTHENTICATION } from "./rows/authentication.ts";
import { COMMON_ERRORS } from "./rows/common-errors.ts";
import { DOCUMENTS } from "./rows/documents.ts";
import { ENDPOINTS } from "./rows/endpoints.ts";
import { EVENTS } from "./rows/events.ts";
import { FAULTS } from "./rows/faults.ts";
import { HEALTH_DOCUMENT } from "./rows/health-document.ts";
import { JOB_ROWS } from "./rows/jobs.ts";
import { LIMIT_ROWS } from "./rows/limits.ts";
import { REALTIME_EVENTS } from "./rows/realtime.ts";
import { REQUEST_LIMITS } from "./rows/request-limits.ts";
import { SPEECH_FIELDS } from "./rows/speech-fields.ts";
import { STATUS_DOCUMENT } from "./rows/status-document.ts";
import { SYNTHESIS_ERRORS } from "./rows/synthesis-errors.ts";
import { TRANSCRIPTION_ERRORS } from "./rows/transcription-errors.ts";
import { TRANSCRIPTION_FIELDS } from "./rows/transcription-fields.ts";

/** Everything that is seen, in the order in which it runs: what takes an account to its limits comes last. */
export const TABLE: readonly Row[] = [
  ...STATUS_DOCUMENT,
  ...TRANSCRIPTION_FIELDS,
  ...SPEECH_FIELDS,
  ...ENDPOINTS,
  ...HEALTH_DOCUMENT,
  ...DOCUMENTS,
  ...AUTHENTICATION,
  ...EVENTS,
  ...REALTIME_EVENTS,
  ...COMMON_ERRORS,
  ...SYNTHESIS_ERRORS,
  ...TRANSCRIPTION_ERRORS,
  ...JOB_ROWS,
  ...FAULTS,
  ...LIMIT_ROWS,
  ...REQUEST_LIMITS,
];
