import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import type { Guard, RequestHook } from "../../access/guard.ts";
import type { Operation } from "../../contract/operation.ts";
import { read } from "../../contract/read.ts";
import type { Sent } from "../../contract/schema.ts";

const JSON_BODY = "application/json";

/** Input of an operation, as its schemas describe it. */
interface Input<Described extends Operation> {
  readonly query: Described extends { readonly query: infer Query extends TSchema }
    ? Sent<Query>
    : undefined;
  /** Undefined for operations that also take forms or recordings: their handlers read the body themselves. */
  readonly body: Described extends { readonly body: infer Body }
    ? Body extends
        | { readonly "multipart/form-data": TSchema }
        | { readonly "application/octet-stream": TSchema }
      ? undefined
      : Body extends { readonly [JSON_BODY]: infer Json extends TSchema }
        ? Sent<Json>
        : undefined
    : undefined;
  readonly params: { readonly [Name in keyof Described["pathParameters"]]: string };
}

type Answer<Described extends Operation> = Described["answer"]["content"] extends {
  readonly [JSON_BODY]: infer Json extends TSchema;
}
  ? Sent<Json>
  : never;

/** Carries out an operation; returns the reply if it has sent the response itself. */
type Handler<Described extends Operation> = (
  input: Input<Described>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Answer<Described> | FastifyReply>;

/** Returns a function that adds the route of an operation to an app; without a guard the handlers check access themselves. */
export function routesOf(app: FastifyInstance, guard?: Guard) {
  return <const Described extends Operation>(operation: Described) => ({
    /** Answers with the handler's result; `before` runs after the guard, and before the body is read. */
    answer(handle: Handler<Described>, ...before: readonly RequestHook[]): void {
      const { dialect } = operation;
      app.route({
        method: operation.method.toUpperCase(),
        url: operation.path.replaceAll(/\{(\w+)\}/g, ":$1"),
        ...(dialect !== undefined && { config: { dialect } }),
        ...(operation.sharesPath === true && { constraints: { dialect: dialect?.name } }),
        onRequest: [...(guard?.before(operation) ?? []), ...before],
        handler: async (request, reply) => {
          const answer = await handle(inputOf(operation, request), request, reply);
          // Awaiting a handler that returns the reply, a thenable, waits until it has been sent and gives undefined.
          const isSent = reply.sent || reply.raw.headersSent;
          return isSent ? reply : reply.status(operation.answer.status).send(answer);
        },
      });
    },
  });
}

function inputOf<Described extends Operation>(
  { query, body }: Described,
  request: FastifyRequest,
): Input<Described> {
  const [[type, json] = [], other] = Object.entries(body ?? {});
  const isJsonAlone = type === JSON_BODY && other === undefined;
  return {
    query: query === undefined ? undefined : read(query, request.query, { asText: true }),
    body: isJsonAlone && json !== undefined ? read(json, request.body) : undefined,
    params: request.params,
    // The type is derived from the schemas that the input was read with.
  } as Input<Described>;
}
