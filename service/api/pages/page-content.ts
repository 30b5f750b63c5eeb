import type { FastifyRequest } from "fastify";
import type { Engine } from "../../engine/engine.ts";
import type { CodeLanguage } from "../../web/code/code-block.tsx";
import type { ModelVoices } from "../../web/docs/frame/content.ts";
import { cookiesOf } from "./language.ts";
import type { PageServices } from "./send-page.ts";

/** What the public pages tell of beside their texts. */
export interface PublicPageServices extends PageServices {
  readonly engine: Engine;
  readonly ttsUrl: () => string;
  readonly compatModelId: string;
}

const CODE_LANGUAGES: readonly CodeLanguage[] = ["curl", "javascript", "python"];
/** Set by the pages' script. */
const CODE_COOKIE = "code";

/** The language of examples that a reader chose last. */
export function codeLanguageOf(request: FastifyRequest): CodeLanguage {
  const chosen = cookiesOf(request)[CODE_COOKIE];
  return CODE_LANGUAGES.find((language) => language === chosen) ?? "curl";
}

/** The built-in voices, those of the default model first. */
export function voicesOf(engine: Engine): readonly ModelVoices[] {
  const standard = engine.defaultOf("synthesis");
  const others = engine.ofTask("synthesis").filter((model) => model !== standard);
  return (standard === undefined ? others : [standard, ...others]).map(({ id, voices }) => ({
    model: id,
    voices,
  }));
}
