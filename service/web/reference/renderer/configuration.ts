import type {
  AnyApiReferenceConfiguration,
  ApiReferenceLocalization,
} from "@scalar/types/api-reference";
import type { InLanguage } from "#web-kit/language/texts.ts";
import type { CodeLanguage } from "../../code/code-block.tsx";
import { kebabCase } from "../frame/paths.ts";
import { fetchFromService } from "./fetch-from-service.ts";
import { tagSlug } from "../frame/sections.ts";

/** Translations of the renderer's texts; those of disabled features are left out. */
export type RendererTexts = NonNullable<ApiReferenceLocalization["translations"]> & InLanguage;

const CLIENTS = {
  curl: { targetKey: "shell", clientKey: "curl" },
  javascript: { targetKey: "js", clientKey: "fetch" },
  python: { targetKey: "python", clientKey: "requests" },
} as const;

/** Returns the renderer's configuration: in our colours, and with nothing that this service does not serve. */
export function configuration(
  codeLanguage: CodeLanguage,
  { language, ...translations }: RendererTexts,
) {
  return {
    theme: "none",
    withDefaultFonts: false,
    hideDarkModeToggle: true,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: "never",
    documentDownloadType: "none",
    hideModels: true,
    defaultOpenAllTags: true,
    defaultRequestBodyView: "form",
    authentication: { preferredSecurityScheme: "apiKey" },
    persistAuth: false,
    customFetch: fetchFromService,
    defaultHttpClient: CLIENTS[codeLanguage],
    generateTagSlug: ({ name = "" }) => tagSlug(name),
    generateOperationSlug: ({ operationId = "" }) => kebabCase(operationId),
    localization: { locale: language, translations },
  } satisfies AnyApiReferenceConfiguration;
}
