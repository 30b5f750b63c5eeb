import { Type, type Static } from "typebox";
import type { Sent } from "./schema.ts";
import { ApiError, ERRORS, type ErrorName, type ErrorType } from "./errors.ts";

const TYPES: readonly ErrorType[] = [
  ...new Set(Object.values(ERRORS).map(({ type }): ErrorType => type)),
];

/** Returns the code of an error that clients see. */
export function codeOf(name: ErrorName): string {
  return new ApiError(name).code;
}

export const ERROR_NAMES = Object.keys(ERRORS) as ErrorName[];

const errorFields = {
  message: Type.String({ description: "For people; it may change." }),
  type: Type.Unsafe<ErrorType>({ type: "string", enum: TYPES }),
  code: Type.String({
    description: "Stable; clients branch on it.",
    enum: [...new Set(ERROR_NAMES.map(codeOf))],
  }),
  param: Type.Union([Type.String(), Type.Null()], {
    description: "The field that is at fault, where there is one.",
  }),
};

export const ErrorBodySchema = Type.Object(errorFields);

/** The body of every error response. */
export const ErrorAnswer = Type.Object({ error: ErrorBodySchema });

/** The message that reports an error on one of the service's own sockets. */
export const ErrorMessageSchema = Type.Object(
  {
    type: Type.Literal("error"),
    error: Type.Object({
      ...errorFields,
      request_id: Type.String(),
      retry_after: Type.Optional(
        Type.Integer({
          description: "Seconds after which to try again; absent when that is idle.",
        }),
      ),
    }),
  },
  {
    description:
      "An error. The socket is then closed with 4000 and the HTTP status of the code, or with 1011 for a fault of the server.",
  },
);

export type ErrorMessage = Sent<typeof ErrorMessageSchema>;

export const EXAMPLE_REQUEST_ID = "req_0123456789abcdef01234567";

/** Returns the body of an error with its default message. */
export function exampleOf(name: ErrorName): Static<typeof ErrorAnswer> {
  return { error: new ApiError(name).body };
}

/** Returns the message that reports an error on a socket, with everything that an HTTP response would carry. */
export function errorMessage(error: ApiError, requestId: string): ErrorMessage {
  const { body, retryAfterSeconds } = error;
  return {
    type: "error",
    error: {
      ...body,
      request_id: requestId,
      ...(retryAfterSeconds !== undefined && { retry_after: Math.ceil(retryAfterSeconds) }),
    },
  };
}

/** Returns an example of the error message of the service's own sockets, with the error's default text. */
export function exampleMessageOf(name: ErrorName): ErrorMessage {
  return errorMessage(new ApiError(name), EXAMPLE_REQUEST_ID);
}
