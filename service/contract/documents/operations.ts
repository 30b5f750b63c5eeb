import type { TSchema } from "typebox";
import { accountOperations, accountSchemas } from "../account.ts";
import { documentOperations } from "../document-operations.ts";
import { ErrorAnswer } from "../error-body.ts";
import { healthOperations, healthSchemas } from "../health.ts";
import type { Operation } from "../operation.ts";
import { pronunciationOperations, pronunciationSchemas } from "../pronunciations.ts";
import { speechOperations, speechSchemas } from "../speech.ts";
import { transcriptionOperations, transcriptionSchemas } from "../transcriptions.ts";
import { voiceOperations, voiceSchemas } from "../voices.ts";

/** Everything that the service does over HTTP, but for its pages. */
export const OPERATIONS: readonly Operation[] = [
  ...transcriptionOperations,
  ...speechOperations,
  ...voiceOperations,
  ...pronunciationOperations,
  ...accountOperations,
  ...healthOperations,
  ...documentOperations,
];

/** The schemas that are written once and referred to, by their names. */
export const NAMED_SCHEMAS: Readonly<Record<string, TSchema>> = {
  ...transcriptionSchemas,
  ...speechSchemas,
  ...voiceSchemas,
  ...pronunciationSchemas,
  ...accountSchemas,
  ...healthSchemas,
  Error: ErrorAnswer,
};
