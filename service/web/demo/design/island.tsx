import { hydrate, type JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { PanelContext } from "../frame/panel-context.ts";
import { DesignDemo } from "./design-demo.ts";
import { initialDesign } from "./design-form.ts";
import { DesignPanel } from "./design-panel.tsx";
import { designingModel } from "../frame/content.ts";

/** Brings the demo of designed voices to life. */
export function wake(panel: Element, context: PanelContext): void {
  hydrate(<Design {...context} />, panel);
}

function Design({ texts, content, session }: PanelContext): JSX.Element {
  const model = designingModel(content);
  const demo = useMemo(
    () => (model === undefined ? undefined : new DesignDemo(session, model)),
    [session, model],
  );
  const [form, setForm] = useState(() => initialDesign(texts));
  return (
    <DesignPanel
      texts={texts}
      limits={content.limits}
      isAvailable={demo !== undefined}
      form={form}
      variants={demo?.variants.value ?? []}
      onChange={(change) => setForm((before) => ({ ...before, ...change }))}
      onCreate={() => demo?.create(form)}
      onReplay={(variant) => demo?.replay(variant)}
    />
  );
}
