import type { JSX } from "preact";
import { useConsoleTexts } from "./texts.ts";

/** Links to older entries, if there are any. */
export function OlderLink({ path }: { readonly path: string | null }): JSX.Element | null {
  const texts = useConsoleTexts().console.work;
  if (path === null) return null;
  return (
    <p>
      <a class="button plain" href={path}>
        {texts.older}
      </a>
    </p>
  );
}
