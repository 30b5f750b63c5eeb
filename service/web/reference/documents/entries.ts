import type { ContractDocuments, ReferencePart } from "../frame/content.ts";
import { kebabCase, REFERENCE_PATHS } from "../frame/paths.ts";
import type { OpenApiDocument, Schema } from "../frame/open-api.ts";

/** An operation or a WebSocket, with its texts in the English of the contract. */
export interface ReferenceEntry {
  readonly part: ReferencePart;
  /** The fragment of its links: `create-speech`. */
  readonly anchor: string;
  /** The tag of an operation; undefined for a WebSocket. */
  readonly tag: string | undefined;
  readonly title: string;
  readonly description: string;
  readonly method: string;
  readonly path: string;
  /** Its id, fields and messages, for searching. */
  readonly names: readonly string[];
}

/** Returns every operation and WebSocket, in the order of their documents. */
export function referenceEntries({
  openApi,
  asyncApi,
}: ContractDocuments): readonly ReferenceEntry[] {
  const operations = Object.entries(openApi.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({
      part: "http" as const,
      anchor: kebabCase(operation.operationId),
      tag: operation.tags[0],
      title: operation.summary,
      description: operation.description ?? "",
      method: method.toUpperCase(),
      path,
      names: [
        operation.operationId,
        ...(operation.parameters ?? []).map(({ name }) => name),
        ...Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
          Object.keys(resolved(schema, openApi).properties ?? {}),
        ),
      ],
    })),
  );
  const sockets = Object.entries(asyncApi.channels).map(([id, channel]) => ({
    part: "sockets" as const,
    anchor: kebabCase(id),
    tag: undefined,
    title: channel.title,
    description: channel.description,
    method: "WebSocket",
    path: channel.address,
    names: [
      id,
      ...Object.keys(channel.bindings.ws.query.properties),
      ...Object.values(channel.messages).map(({ name }) => name),
    ],
  }));
  return [...operations, ...sockets];
}

/** Returns the URL of an operation or WebSocket within the reference. */
export function hrefOfEntry({ part, anchor }: ReferenceEntry): string {
  return `${REFERENCE_PATHS[part]}#${anchor}`;
}

function resolved(schema: Schema, { components }: OpenApiDocument): Schema {
  const name = schema.$ref?.slice(schema.$ref.lastIndexOf("/") + 1);
  return name === undefined ? schema : (components.schemas[name] ?? {});
}
