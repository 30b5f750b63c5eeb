import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { PageStateScript } from "#web-kit/document/page-state-script.tsx";
import { DesignPanel } from "./design/design-panel.tsx";
import { FilePanel } from "./file/file-panel.tsx";
import { type DemoPage, DemoPageContext } from "./frame/demo-page.ts";
import { SessionNote } from "./frame/session-note.tsx";
import { LivePanel } from "./live/live-panel.tsx";
import { SpeechPanel } from "./speech/speech-panel.tsx";
import { PANELS, tabId, Tabs } from "./tabs.tsx";

const COMPONENTS = { live: LivePanel, file: FilePanel, speech: SpeechPanel, design: DesignPanel };

interface WithPeople {
  /** A sentence on how well the model understands people. */
  readonly people: string;
}

/** The page of demos as the server renders it; client.tsx hydrates each demo when it is first shown. */
export function Demo({ people, ...page }: DemoPage & WithPeople): JSX.Element {
  const { texts, content } = page;
  const { privacy } = texts;
  return (
    <DemoPageContext.Provider value={page}>
      <h1>{texts.title}</h1>
      <p class="lead">{texts.lead}</p>
      <p class="quiet people">{people}</p>
      <noscript>
        <p class="notice problem">{texts.needsScript}</p>
      </noscript>
      <div id="demo-tabs">
        <Tabs chosen={signal(PANELS[0])} />
      </div>
      {PANELS.map((panel, at) => {
        const Component = COMPONENTS[panel.name];
        return (
          <section
            key={panel.name}
            id={panel.anchor}
            class="card demo-panel"
            role="tabpanel"
            aria-labelledby={tabId(panel)}
            hidden={at > 0}
          >
            <Component />
          </section>
        );
      })}
      <div id="demo-session" class="quiet">
        <SessionNote />
      </div>
      <section class="privacy">
        <h2>{privacy.title}</h2>
        <ul>
          <li>{privacy.sent}</li>
          <li>{privacy.kept}</li>
          <li>{privacy.address}</li>
        </ul>
      </section>
      <PageStateScript state={content} />
    </DemoPageContext.Provider>
  );
}
