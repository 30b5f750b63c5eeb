import { Type } from "typebox";
import type { Operation } from "./operation.ts";

const Document = Type.Object({}, { additionalProperties: true });
const tag = "Documents";
const access = "anonymous";
const content = { "application/json": Document };

export const documentOperations = {
  readOpenApi: {
    method: "get",
    path: "/v1/openapi.json",
    tag,
    summary: "This document",
    access,
    answer: { status: 200, description: "An OpenAPI 3.1 document.", content },
  },
  readAsyncApi: {
    method: "get",
    path: "/v1/asyncapi.json",
    tag,
    summary: "The document of the sockets",
    access,
    answer: { status: 200, description: "An AsyncAPI 3.0 document.", content },
  },
} as const satisfies Readonly<Record<string, Operation>>;
