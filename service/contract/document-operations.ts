import { Type } from "typebox";
import { json, type Operation } from "./operation.ts";

const Document = Type.Object({}, { additionalProperties: true });
const tag = "Documents";
const access = "anonymous";

export const documentOperations = {
  readOpenApi: {
    method: "get",
    path: "/v1/openapi.json",
    tag,
    summary: "This document",
    access,
    answer: json("An OpenAPI 3.1 document.", Document),
  },
  readAsyncApi: {
    method: "get",
    path: "/v1/asyncapi.json",
    tag,
    summary: "The document of the sockets",
    access,
    answer: json("An AsyncAPI 3.0 document.", Document),
  },
} as const satisfies Readonly<Record<string, Operation>>;
