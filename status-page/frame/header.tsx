import type { JSX } from "preact";
import { type PageIdentity, type Picture, picturePath } from "#monitor/domain/page-identity.ts";
import { SubscribeButton } from "../subscribe/subscribe-button.tsx";
import { Island, useReader } from "../reader/reader.ts";
import { LanguageSwitch } from "#web-kit/language/language-switch.tsx";
import { TEXTS } from "../texts/texts.ts";

interface PageHeaderProps {
  readonly name: string;
  readonly identity: PageIdentity;
  readonly path?: string;
  /** The id of a form whose input is kept when the language is changed. */
  readonly form?: string | undefined;
  /** Whether it is for people on call, who are not offered a subscription. */
  readonly isConsole?: boolean;
}

/** Shows the page's owner, and links back to the service. */
export function PageHeader(props: PageHeaderProps): JSX.Element {
  const { name, identity, path = "/", form, isConsole = false } = props;
  const { language, siteUrl } = useReader();
  const { logo, links } = identity;
  const [home] = links;
  return (
    <Island as="header" class="page-header">
      <a class="skip" href="#content">
        {TEXTS[language].frame.skip}
      </a>
      <a class="page-name" href={`${siteUrl}/`}>
        {logo !== null && <Logo logo={logo} name={name} />}
        {logo?.saysName !== true && name}
      </a>
      {home !== undefined && (
        <a class="page-home" href={home.url}>
          {home.label[language]}
        </a>
      )}
      <div class="page-tools">
        <LanguageSwitch
          current={language}
          path={path}
          form={form}
          label={TEXTS[language].frame.languages}
        />
        {!isConsole && <SubscribeButton label={TEXTS[language].frame.subscribe} />}
      </div>
    </Island>
  );
}

/** The height in header.css; width and height reserve the space of a picture. */
const LOGO_HEIGHT = 28;

function sizeOf({ width, height }: Picture): { width: number; height: number } {
  return { width: Math.round((LOGO_HEIGHT * width) / height), height: LOGO_HEIGHT };
}

function Logo(props: {
  readonly logo: NonNullable<PageIdentity["logo"]>;
  readonly name: string;
}): JSX.Element {
  const { light, dark, saysName } = props.logo;
  return (
    <picture>
      {dark !== null && (
        <source media="(prefers-color-scheme: dark)" srcset={picturePath(dark)} {...sizeOf(dark)} />
      )}
      <img
        class="logo"
        src={picturePath(light)}
        {...sizeOf(light)}
        alt={saysName ? props.name : ""}
      />
    </picture>
  );
}
