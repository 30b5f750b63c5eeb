import { type Signal, useSignal } from "@preact/signals";
import type { GenericEventHandler } from "preact";
import { fill } from "#web-kit/language/texts.ts";
import { useReader } from "./reader.ts";

interface InputFault {
  /** The validation error since the last attempt to send the form; undefined once the input is valid. */
  readonly fault: Signal<string | undefined>;
  /** Event handlers for the element around the input. */
  readonly watch: {
    readonly onInvalidCapture: GenericEventHandler<HTMLElement>;
    readonly onInput: GenericEventHandler<HTMLElement>;
  };
}

/**
 * Returns an input's validation error in the page's language, in place of the browser's bubble; `missing` is the message for an
 * empty input.
 */
export function useInputFault(missing: string): InputFault {
  const { fieldFaults } = useReader().texts.frame;
  const fault = useSignal<string | undefined>(undefined);
  const textOf = (input: HTMLInputElement | HTMLTextAreaElement): string => {
    const { valueMissing, typeMismatch, tooShort } = input.validity;
    if (valueMissing) return missing;
    if (typeMismatch && input.type === "email") return fieldFaults.email;
    if (tooShort) return fill(fieldFaults.short, { min: input.minLength });
    return fieldFaults.other;
  };
  return {
    fault,
    watch: {
      onInvalidCapture: (event) => {
        const input = inputOf(event);
        if (input === undefined) return;
        event.preventDefault();
        fault.value = textOf(input);
        // Without its bubble, the browser does not focus the first invalid input either.
        if (input.form?.querySelector(":is(input, textarea):invalid") === input) input.focus();
      },
      onInput: (event) => {
        if (inputOf(event)?.validity.valid === true) fault.value = undefined;
      },
    },
  };
}

function inputOf({ target }: Event): HTMLInputElement | HTMLTextAreaElement | undefined {
  const isInput = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isInput ? target : undefined;
}
