import type { FunctionComponent, JSX } from "preact";
import { useState } from "preact/hooks";
import { isForAnotherTab } from "#web-kit/another-tab.ts";
import { useReader } from "../reader/reader.ts";
import { SUBSCRIBE_PATH } from "#monitor/domain/page-paths.ts";
import { onHost } from "../paths/base-path.ts";

/** A link to the subscription page, which opens a dialog instead where a script runs. */
export function SubscribeButton({ label }: { label: string }): JSX.Element {
  const { interactive, siteUrl } = useReader();
  const [Dialog, setDialog] = useState<FunctionComponent<{ onClose: () => void }> | undefined>();
  const open = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      // Few readers subscribe, so the dialog is loaded for those who do.
      const { SubscribeDialog } = await import("./subscribe-dialog.tsx");
      setDialog(() => SubscribeDialog);
    } catch {
      location.assign(onHost(SUBSCRIBE_PATH));
    }
  };
  const opening = {
    role: "button",
    "aria-haspopup": "dialog",
    onClick: (event: MouseEvent) => {
      if (!isForAnotherTab(event)) void open(event);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === " ") void open(event);
    },
  } as const;
  return (
    <>
      <a
        class="button plain small"
        href={siteUrl + SUBSCRIBE_PATH}
        {...(interactive ? opening : {})}
      >
        {label}
      </a>
      {Dialog !== undefined && <Dialog onClose={() => setDialog(undefined)} />}
    </>
  );
}
