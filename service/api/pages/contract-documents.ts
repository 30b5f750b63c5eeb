import { asyncApiDocument } from "../../contract/documents/asyncapi.ts";
import { openApiDocument } from "../../contract/documents/openapi.ts";
import type { ContractDocuments } from "../../web/reference/frame/content.ts";
import { remembered } from "../http/remembered.ts";
import type { SiteServices } from "./site-services.ts";

/** Returns what reads the service's documents, the same objects each time. */
export function contractDocuments({ publicUrl, ttsUrl }: SiteServices): () => ContractDocuments {
  return remembered(
    () => [publicUrl(), ttsUrl()],
    () => ({
      openApi: JSON.parse(openApiDocument(publicUrl())) as ContractDocuments["openApi"],
      asyncApi: JSON.parse(asyncApiDocument(publicUrl())) as ContractDocuments["asyncApi"],
      ttsUrl: ttsUrl(),
    }),
  );
}
