/** The parts of a JSON schema that the search of the documentation reads. */
export interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The files of an operation's example, for the code samples. */
export interface SampleFiles {
  /** Names of the recordings that are sent, by field. */
  readonly uploads?: Readonly<Record<string, string>>;
  /** Name of the file that the response is saved to. */
  readonly download?: string;
}

interface MediaType {
  readonly schema: Schema;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly unknown[];
  readonly parameters?: readonly { readonly name: string }[];
  readonly "x-sample-files"?: SampleFiles;
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> };
}

/** The service's OpenAPI document, as far as the pages read it. */
export interface OpenApiDocument {
  readonly info: object;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
