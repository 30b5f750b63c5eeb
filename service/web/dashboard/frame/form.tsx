import { createContext, type FormHTMLAttributes, type JSX, type TargetedSubmitEvent } from "preact";
import { useContext } from "preact/hooks";
import { useReader } from "./reader.ts";

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, "action" | "onSubmit"> {
  /** Where it is sent; undefined where a script alone does what it is for. */
  readonly action?: string;
  readonly onSubmit?: (event: TargetedSubmitEvent<HTMLFormElement>) => void;
}

const ActionContext = createContext<string | undefined>(undefined);

/**
 * A form whose faults stand at its fields in the page's language, never in the browser's bubbles: the page's script finds them before
 * it is sent, and where none runs the server's answer tells them.
 */
export function Form({ action, onSubmit, ...attributes }: FormProps): JSX.Element {
  return (
    <ActionContext.Provider value={action}>
      <form
        noValidate
        action={action}
        {...attributes}
        onSubmit={(event) => {
          if (event.currentTarget.checkValidity()) onSubmit?.(event);
          else event.preventDefault();
        }}
      />
    </ActionContext.Provider>
  );
}

/** Whether a field was empty when the form around was sent. */
export function useWasEmpty(name: unknown): boolean {
  const { sent } = useReader();
  const action = useContext(ActionContext);
  return action !== undefined && sent?.action === action && sent.empty.some((one) => one === name);
}
