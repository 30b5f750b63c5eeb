import type { ComponentChild, JSX } from "preact";
import { PageStateScript } from "#web-kit/document/page-state-script.tsx";
import { designingModel, type DemoContent } from "./frame/content.ts";
import { initialDesign } from "./design/design-form.ts";
import { DesignPanel } from "./design/design-panel.tsx";
import { FilePanel } from "./file/file-panel.tsx";
import { LivePanel } from "./live/live-panel.tsx";
import { INITIAL_LIVE } from "./live/live-state.ts";
import { PANELS, type PanelName } from "./panels.ts";
import { SessionNote } from "./frame/session-note.tsx";
import { initialForm } from "./speech/speech-form.ts";
import { SpeechPanel } from "./speech/speech-panel.tsx";
import { Tabs, tabId } from "./tabs.tsx";
import type { DemoTexts } from "../texts/texts.ts";

interface DemoProps {
  readonly texts: DemoTexts;
  readonly content: DemoContent;
}

/** The page of demos as the server renders it; client.tsx brings each of them to life when it is shown. */
export function Demo({ texts, content }: DemoProps): JSX.Element {
  const bodies = panelBodies({ texts, content });
  const { privacy } = texts;
  return (
    <>
      <h1>{texts.title}</h1>
      <p class="lead">{texts.lead}</p>
      <noscript>
        <p class="notice problem">{texts.needsScript}</p>
      </noscript>
      <div id="demo-tabs">
        <Tabs texts={texts} chosen={PANELS[0]} />
      </div>
      {PANELS.map((panel, at) => (
        <section
          key={panel.name}
          id={panel.anchor}
          class="card demo-panel"
          role="tabpanel"
          aria-labelledby={tabId(panel)}
          hidden={at > 0}
        >
          {bodies[panel.name]}
        </section>
      ))}
      <div id="demo-session" class="quiet">
        <SessionNote texts={texts} view={{ kind: "none" }} />
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
    </>
  );
}

/** Each demo as it is before anything was tried. */
function panelBodies({ texts, content }: DemoProps): Readonly<Record<PanelName, ComponentChild>> {
  const { limits } = content;
  return {
    live: <LivePanel texts={texts} state={INITIAL_LIVE} loudness={{ peak: 0, peaks: [] }} />,
    file: <FilePanel texts={texts} limits={limits} state={{ phase: "empty" }} />,
    speech: (
      <SpeechPanel
        texts={texts}
        content={content}
        form={initialForm(content, texts.speech.sentence)}
      />
    ),
    design: (
      <DesignPanel
        texts={texts}
        limits={limits}
        isAvailable={designingModel(content) !== undefined}
        form={initialDesign(texts)}
        variants={[]}
      />
    ),
  };
}
