import { hydrate, type JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { PanelContext } from "../frame/panel-context.ts";
import { FileDemo } from "./file-demo.ts";
import { FilePanel } from "./file-panel.tsx";

/** Brings the demo of files to life. */
export function wake(panel: Element, context: PanelContext): void {
  hydrate(<Files {...context} panel={panel} />, panel);
}

function Files({
  texts,
  content,
  session,
  panel,
}: PanelContext & { readonly panel: Element }): JSX.Element {
  const demo = useMemo(() => new FileDemo(session, content.limits.uploadBytes), [session]);
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent): void => {
      const files = [...(clipboardData?.files ?? [])];
      if (files.length > 0 && panel.checkVisibility()) void demo.take(files);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [demo, panel]);
  return (
    <FilePanel
      texts={texts}
      limits={content.limits}
      state={demo.state.value}
      recording={demo.file.value}
      onFiles={(files) => void demo.take(files)}
      onRetry={() => void demo.retry()}
      onCancel={() => demo.cancel()}
    />
  );
}
