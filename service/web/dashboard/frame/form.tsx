import { createContext, type FormHTMLAttributes, type JSX, type TargetedSubmitEvent } from "preact";
import { useContext } from "preact/hooks";
import { useReader } from "./reader.ts";

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, "action" | "onSubmit"> {
  /** The URL that it is sent to; undefined where only a script handles it. */
  readonly action?: string;
  readonly onSubmit?: (event: TargetedSubmitEvent<HTMLFormElement>) => void;
}

const ActionContext = createContext<string | undefined>(undefined);

/**
 * A form that shows validation errors at its fields in the page's language, never in the browser's bubbles: the page's script
 * finds them before it is sent; without a script the server's response shows them.
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

/** Returns whether a field was empty when the surrounding form was sent. */
export function useWasEmpty(name: unknown): boolean {
  const { sent } = useReader();
  const action = useContext(ActionContext);
  return action !== undefined && sent?.action === action && sent.empty.some((one) => one === name);
}
