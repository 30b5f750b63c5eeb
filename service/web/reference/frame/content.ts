import type { CodeLanguage } from "../../code/code-block.tsx";
import type { AsyncApiDocument } from "./async-api.ts";
import type { OpenApiDocument } from "./open-api.ts";

/** The parts of the reference: the HTTP operations, and the WebSockets. */
export type ReferencePart = "http" | "sockets";

/** The service's own API documents, in the English of the contract. */
export interface ContractDocuments {
  readonly openApi: OpenApiDocument;
  readonly asyncApi: AsyncApiDocument;
  /** The base URL of the synthesis health check, which may be on another host. */
  readonly ttsUrl: string;
}

/** Data from which a page of the reference is rendered. */
export interface ReferenceContent extends ContractDocuments {
  readonly page: "reference";
  readonly part: ReferencePart;
  /** The language of the examples that the reader chose last. */
  readonly codeLanguage: CodeLanguage;
}
