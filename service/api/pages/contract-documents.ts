import { asyncApiDocument } from "../../contract/documents/asyncapi.ts";
import { openApiDocument } from "../../contract/documents/openapi.ts";
import type { ContractDocuments } from "../../web/reference/frame/content.ts";
import { remembered } from "../http/remembered.ts";
import type { SiteServices } from "./site-services.ts";

/** Returns a function that returns the service's documents, the same objects until a URL in them changes. */
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
