import { hydrate, type JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { PanelContext } from "../frame/panel-context.ts";
import { LiveDemo } from "./live-demo.ts";
import { LivePanel } from "./live-panel.tsx";

/** Brings the demo of the microphone to life. */
export function wake(panel: Element, context: PanelContext): void {
  hydrate(<Live {...context} />, panel);
}

function Live({ texts, session }: PanelContext): JSX.Element {
  const demo = useMemo(() => new LiveDemo(session), [session]);
  return (
    <LivePanel
      texts={texts}
      state={demo.state.value}
      loudness={demo.loudness.value}
      onStart={(goesOn) => void demo.start(goesOn)}
      onStop={() => demo.stop()}
    />
  );
}
