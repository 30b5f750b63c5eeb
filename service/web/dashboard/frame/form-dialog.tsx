import type { ComponentChildren, JSX } from "preact";
import { Dialog } from "#web-kit/dialog.tsx";
import { useAttempt } from "./attempt.ts";
import { Complaint } from "./notices.tsx";
import { useReader } from "./reader.ts";
import { Form } from "./form.tsx";

interface FormDialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** The label of the submit button; `busyLabel` is shown while the action runs. */
  readonly doLabel: string;
  readonly busyLabel?: string;
  readonly isDangerous?: boolean;
  /** Performs the action with the form's fields; the error that it rejects with is shown. */
  readonly onSubmit: (fields: FormData) => Promise<void>;
  readonly onClose: () => void;
}

/** A dialog with a form or a question, which performs an action when submitted. */
export function FormDialog(props: FormDialogProps): JSX.Element {
  const { title, children, doLabel, busyLabel = doLabel, isDangerous, onSubmit, onClose } = props;
  const { frame } = useReader().texts;
  const { isBusy, complaint, attempt } = useAttempt();
  return (
    <Dialog title={title} closeLabel={frame.close} onClose={onClose}>
      <Form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          void attempt(() => onSubmit(fields));
        }}
      >
        {children}
        <Complaint text={complaint.value} />
        <p class="dialog-actions">
          <button type="button" class="button plain" onClick={onClose}>
            {frame.cancel}
          </button>
          <button
            type="submit"
            class={isDangerous === true ? "button danger" : "button"}
            disabled={isBusy.value}
          >
            {isBusy.value ? busyLabel : doLabel}
          </button>
        </p>
      </Form>
    </Dialog>
  );
}
