import type { JSX } from "preact";
import { Dialog } from "#web-kit/dialog.tsx";
import { hasSessionEnded } from "../api/call.ts";
import { useReader } from "./reader.ts";

/** Asks to sign in again; what is typed on the page stays until the reader goes. */
export function SessionEnded(): JSX.Element | null {
  const { frame } = useReader().texts;
  if (!hasSessionEnded.value) return null;
  return (
    <Dialog
      title={frame.sessionEndedTitle}
      closeLabel={frame.close}
      onClose={() => (hasSessionEnded.value = false)}
    >
      <p>{frame.sessionEnded}</p>
      <p class="dialog-actions">
        <a class="button" href={location.href}>
          {frame.signInAgain}
        </a>
      </p>
    </Dialog>
  );
}
