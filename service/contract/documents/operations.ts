import { Type, type TSchema } from "typebox";
import { deepgramOperations, deepgramSchemas } from "../dialects/deepgram.ts";
import { elevenlabsOperations, elevenlabsSchemas } from "../dialects/elevenlabs.ts";
import { jobOperations, jobSchemas } from "../jobs.ts";
import { limitOperations, limitSchemas } from "../caller-limits.ts";
import { ErrorAnswer } from "../error-body.ts";
import { healthOperations, healthSchemas } from "../health.ts";
import { modelOperations, modelSchemas } from "../models.ts";
import { json, type Operation } from "../operation.ts";
import { pronunciationOperations, pronunciationSchemas } from "../pronunciations.ts";
import { sessionOperations, sessionSchemas } from "../sessions.ts";
import { speechOperations, speechSchemas } from "../speech.ts";
import { transcriptionOperations, transcriptionSchemas } from "../transcriptions.ts";
import { usageOperations, usageSchemas } from "../usage.ts";
import { voiceOperations, voiceSchemas } from "../voices.ts";

const Document = Type.Object({}, { additionalProperties: true });

const documentOperations = {
  readOpenApi: {
    method: "get",
    path: "/v1/openapi.json",
    tag: "Documents",
    summary: "This document",
    access: "anonymous",
    answer: json("An OpenAPI 3.1 document.", Document),
  },
  readAsyncApi: {
    method: "get",
    path: "/v1/asyncapi.json",
    tag: "Documents",
    summary: "The document of the sockets",
    access: "anonymous",
    answer: json("An AsyncAPI 3.0 document.", Document),
  },
} as const satisfies Readonly<Record<string, Operation>>;

/** An operation with its `operationId`, the name that it has in clients. */
export type NamedOperation = Operation & { readonly id: string };

const BY_ID: Readonly<Record<string, Operation>> = {
  ...transcriptionOperations,
  ...jobOperations,
  ...speechOperations,
  ...voiceOperations,
  ...pronunciationOperations,
  ...modelOperations,
  ...limitOperations,
  ...usageOperations,
  ...sessionOperations,
  ...healthOperations,
  ...documentOperations,
  ...deepgramOperations,
  ...elevenlabsOperations,
};

const ALL: readonly NamedOperation[] = Object.entries(BY_ID).map(([id, operation]) => ({
  id,
  ...operation,
}));

/** All HTTP operations except web pages, at most one for each path and method. */
export const OPERATIONS = ALL.filter(({ sharesPath }) => sharesPath !== true);

/** Operations of dialects that share path and method with one of the service's own operations. */
export const SHARED_OPERATIONS = ALL.filter(({ sharesPath }) => sharesPath === true);

/** Schemas that the document defines once and refers to, by name. */
export const NAMED_SCHEMAS: Readonly<Record<string, TSchema>> = {
  ...transcriptionSchemas,
  ...jobSchemas,
  ...speechSchemas,
  ...voiceSchemas,
  ...pronunciationSchemas,
  ...usageSchemas,
  ...limitSchemas,
  ...modelSchemas,
  ...sessionSchemas,
  ...healthSchemas,
  ...deepgramSchemas,
  ...elevenlabsSchemas,
  Error: ErrorAnswer,
};
