import type { ComponentChildren, JSX } from "preact";
import type { PageIdentity } from "#monitor/domain/page-identity.ts";
import { type Reader, ReaderContext } from "../reader/reader.ts";
import { PageFooter } from "./footer.tsx";
import { PageHeader } from "./header.tsx";
import { SUBSCRIBE_TEXTS } from "../subscribe/texts.ts";

interface StandaloneProps {
  readonly reader: Reader;
  /** The status page's name; undefined while it is not known. */
  readonly name?: string | undefined;
  readonly identity: PageIdentity;
  readonly path?: string | undefined;
  /** The id of a form whose input is kept when the language is changed. */
  readonly form?: string | undefined;
  /** The foot of a page of the console, which takes the place of the links for readers; undefined for other pages. */
  readonly consoleFoot?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A page without a status, between the same header and footer as pages with one. */
export function Standalone(props: StandaloneProps): JSX.Element {
  const { reader, name, identity, path = "/", form, consoleFoot, children } = props;
  return (
    <ReaderContext.Provider value={reader}>
      <PageHeader
        name={name ?? SUBSCRIBE_TEXTS[reader.language].messages.siteName}
        identity={identity}
        path={path}
        form={form}
        isConsole={consoleFoot !== undefined}
      />
      {children}
      {consoleFoot ?? <PageFooter path={path} form={form} links={identity.links} />}
    </ReaderContext.Provider>
  );
}
