import type { Language } from "#web-kit/language/languages.ts";
import type { DocsContent } from "../frame/content.ts";

/** In what a limit may be told: `{{limits.uploadBytes:MB}}`, `{{limits.audioSeconds:h}}`. */
const UNITS: Readonly<Record<string, number>> = { MB: 1024 * 1024, h: 3600 };

/**
 * Fills in what only the running service knows: `{{base_url}}`, `{{compat_model}}`, `{{limits.inputCharacters}}`.
 *
 * Throws for a name that nothing stands for.
 */
export function filledIn(
  text: string,
  language: Language,
  baseUrl: string,
  { compatModelId, limits }: Pick<DocsContent, "compatModelId" | "limits">,
): string {
  const number = new Intl.NumberFormat(language);
  const values: Readonly<Record<string, string>> = {
    base_url: baseUrl,
    socket_url: baseUrl.replace(/^http/, "ws"),
    compat_model: compatModelId,
  };
  return text.replaceAll(
    /\{\{(?:limits\.)?([\w.]+)(?::(\w+))?\}\}/g,
    (whole, name: string, unit: string | undefined) => {
      const limit = limits[name];
      const value =
        limit === undefined ? values[name] : number.format(limit / (UNITS[unit ?? ""] ?? 1));
      if (value === undefined) throw new Error(`nothing stands for ${whole}`);
      return value;
    },
  );
}
