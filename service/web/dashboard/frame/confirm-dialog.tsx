import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "#web-kit/dialog.tsx";
import { faultText } from "../api/call.ts";
import { useReader } from "./reader.ts";

interface ConfirmDialogProps {
  readonly title: string;
  /** What happens, and whether it can be undone. */
  readonly warning: string;
  /** What the button that does it is called. */
  readonly doLabel: string;
  /** Does it; what it rejects with is said. */
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before something is done that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps): JSX.Element {
  const { title, warning, doLabel, onConfirm, onClose } = props;
  const { texts } = useReader();
  const [isWorking, setWorking] = useState(false);
  const [complaint, setComplaint] = useState<string | undefined>();
  const confirm = async (): Promise<void> => {
    setWorking(true);
    try {
      await onConfirm();
    } catch (error) {
      setComplaint(faultText(texts, error));
      setWorking(false);
    }
  };
  return (
    <Dialog title={title} closeLabel={texts.frame.close} onClose={onClose}>
      <p>{warning}</p>
      {complaint !== undefined && (
        <p class="notice problem" role="alert">
          {complaint}
        </p>
      )}
      <p class="dialog-actions">
        <button type="button" class="button plain" onClick={onClose}>
          {texts.frame.cancel}
        </button>
        <button
          type="button"
          class="button danger"
          disabled={isWorking}
          onClick={() => void confirm()}
        >
          {doLabel}
        </button>
      </p>
    </Dialog>
  );
}
