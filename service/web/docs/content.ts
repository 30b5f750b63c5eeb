/** A row of the table of error codes. */
export interface ErrorRow {
  readonly status: number;
  readonly code: string;
  readonly sentence: string;
}

/** What the documentation shows. */
export interface DocsContent {
  readonly page: "docs";
  readonly ttsUrl: string;
  /** Model ids by task; the default first. */
  readonly transcriptionModels: readonly string[];
  readonly synthesisModels: readonly string[];
  /** A voice of the first synthesis model, for the example; undefined while no model is loaded. */
  readonly voice: string | undefined;
  readonly errors: readonly ErrorRow[];
}
