import type { CodeLanguage } from "../../code/code-block.tsx";
import type { AsyncApiDocument } from "./async-api.ts";
import type { OpenApiDocument } from "./open-api.ts";

/** The halves of the reference: what is asked over HTTP, and the sockets. */
export type ReferencePart = "http" | "sockets";

/** What the service says of itself, in the English of the contract. */
export interface ContractDocuments {
  readonly openApi: OpenApiDocument;
  readonly asyncApi: AsyncApiDocument;
  /** Where the health of synthesis is asked for, which may be another host. */
  readonly ttsUrl: string;
}

/** What a page of the reference is made from. */
export interface ReferenceContent extends ContractDocuments {
  readonly page: "reference";
  readonly part: ReferencePart;
  /** The language of the examples that the reader chose last. */
  readonly codeLanguage: CodeLanguage;
}
