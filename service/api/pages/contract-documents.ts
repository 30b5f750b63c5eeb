import { asyncApiDocument } from "../../contract/documents/asyncapi.ts";
import { openApiDocument } from "../../contract/documents/openapi.ts";
import type { ContractDocuments } from "../../web/reference/frame/content.ts";
import { rememberedByUrl } from "./remembered-by-url.ts";
import type { SiteServices } from "./site-services.ts";

/** Returns what reads the service's documents. */
export function contractDocuments({ publicUrl, ttsUrl }: SiteServices): () => ContractDocuments {
  const documents = rememberedByUrl((url) => ({
    openApi: JSON.parse(openApiDocument(url)) as ContractDocuments["openApi"],
    asyncApi: JSON.parse(asyncApiDocument(url)) as ContractDocuments["asyncApi"],
    ttsUrl: ttsUrl(),
  }));
  return () => documents(publicUrl());
}
