import type { ComponentChildren, JSX } from "preact";
import { useReady } from "../../frame/use-ready.ts";
import { Icon } from "../frame/icon.tsx";

interface SpeakFormProps {
  readonly canSpeak: boolean;
  readonly label: string;
  readonly onSpeak: () => void;
  readonly children: ComponentChildren;
}

/** A form whose button generates speech. */
export function SpeakForm({ canSpeak, label, onSpeak, children }: SpeakFormProps): JSX.Element {
  const isEnabled = useReady() && canSpeak;
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault();
        if (isEnabled) onSpeak();
      }}
    >
      {children}
      <div>
        <button type="submit" class="button" disabled={!isEnabled}>
          <Icon name="play" />
          {label}
        </button>
      </div>
    </form>
  );
}
