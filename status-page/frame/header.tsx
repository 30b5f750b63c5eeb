import type { JSX } from "preact";
import { SubscribeButton } from "../subscribe/subscribe-button.tsx";
import { Island, useReader } from "../reader/reader.ts";
import { LanguageSwitch } from "#web-kit/language/language-switch.tsx";
import { TEXTS } from "../texts/texts.ts";

interface PageHeaderProps {
  readonly name: string;
  readonly path?: string;
}

export function PageHeader({ name, path = "/" }: PageHeaderProps): JSX.Element {
  const { language } = useReader();
  return (
    <Island as="header" class="page-header">
      <a class="skip" href="#content">
        {TEXTS[language].frame.skip}
      </a>
      <a class="page-name" href="/">
        {name}
      </a>
      <div class="page-tools">
        <LanguageSwitch current={language} path={path} label={TEXTS[language].frame.languages} />
        <SubscribeButton label={TEXTS[language].frame.subscribe} />
      </div>
    </Island>
  );
}
