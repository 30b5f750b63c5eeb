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
  /** The code of the error beyond it. */
  readonly error: ErrorName;
}

/** A model as the documentation shows it. */
export interface ShownModel extends Pick<
  Sent<typeof ModelsBody>["data"][number],
  "id" | "task" | "names" | "capabilities"
> {
  /** Hertz. */
  readonly sampleRate: number;
  /** It answers when a request names none of its task. */
  readonly isDefault: boolean;
}

/** What the documentation is made from, whichever of its pages is shown. */
export interface DocsContent extends ContractDocuments {
  readonly page: "docs";
  /** The path below `/docs/`: empty for the quick start, `transcription`. */
  readonly slug: string;
  readonly errors: readonly ErrorRow[];
  /** Limits and their defaults by name, as `account.requestsPerMinute`. */
  readonly limits: Readonly<Record<string, number>>;
  readonly limitRows: readonly LimitRow[];
  /** The default model first. */
  readonly voices: readonly ModelVoices[];
  readonly models: readonly ShownModel[];
  readonly compatModelId: string;
  /** The ids of the models that `compatModelId` stands for and that speaks when none is named. */
  readonly compatTargetId: string;
  readonly synthesisModelId: string;
  /** The language of the examples that the reader chose last. */
  readonly codeLanguage: CodeLanguage;
}
