import type { CodeLanguage } from "../../code/code-block.tsx";
import type { DocsTexts } from "../../texts/texts.ts";
import type { ShownLimit } from "#service/contract/dashboard.ts";
import type { ErrorKind, ErrorName } from "#service/contract/errors.ts";
import type { ModelsBody } from "#service/contract/models.ts";
import type { Sent } from "#service/contract/schema.ts";
import type { ModelVoices } from "../../frame/shown-voice.ts";
import type { ContractDocuments } from "../../reference/frame/content.ts";

/** A row of the table of error codes, in English. */
export type ErrorRow = Pick<ErrorKind, "status" | "sentence" | "advice"> & {
  readonly name: ErrorName;
  readonly code: string;
  /** Seconds after which to try again when the answer does not say; undefined where waiting does not help. */
  readonly retryAfterSeconds: number | undefined;
};

/** A row of the table of limits. */
export interface LimitRow {
  readonly name: ShownLimit | keyof DocsTexts["limitNames"];
  /** The default, in the unit that the table shows. */
  readonly value: number;
  /** The code of the error when the limit is exceeded. */
  readonly error: ErrorName;
}

/** A model as the documentation shows it. */
export interface ShownModel extends Pick<
  Sent<typeof ModelsBody>["data"][number],
  "id" | "task" | "names" | "capabilities"
> {
  /** In Hz. */
  readonly sampleRate: number;
  /** Whether it is used when a request names no model. */
  readonly isDefault: boolean;
}

/** The content of the documentation, the same on every page but for `slug`. */
export interface DocsContent extends ContractDocuments {
  readonly page: "docs";
  /** The path below `/docs/`, like `transcription`; empty for the quick start. */
  readonly slug: string;
  readonly errors: readonly ErrorRow[];
  /** Default limits by name, like `account.requestsPerMinute`. */
  readonly limits: Readonly<Record<string, number>>;
  readonly limitRows: readonly LimitRow[];
  /** The default model first. */
  readonly voices: readonly ModelVoices[];
  readonly models: readonly ShownModel[];
  readonly compatModelId: string;
  /** The ids of the model that `compatModelId` stands for, and of the model that speaks when none is named. */
  readonly compatTargetId: string;
  readonly synthesisModelId: string;
  /** The language of the examples that the reader chose last. */
  readonly codeLanguage: CodeLanguage;
}
