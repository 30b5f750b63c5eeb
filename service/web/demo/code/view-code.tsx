import type { ComponentType, JSX } from "preact";
import { useState } from "preact/hooks";
import type { Call } from "../../code/calls/call.ts";
import { useDemoPage } from "../frame/demo-page.ts";
import type { CallSamplesProps } from "./call-samples.tsx";

interface ViewCodeProps {
  /** The call that was just made. */
  readonly call: Call;
}

/** A disclosure with code for the call; the script that writes it is loaded on opening. */
export function ViewCode({ call }: ViewCodeProps): JSX.Element {
  const { texts } = useDemoPage();
  const [Shown, setShown] = useState<ComponentType<CallSamplesProps> | undefined>();
  const load = async (): Promise<void> => {
    const { CallSamples } = await import("./call-samples.tsx");
    setShown(() => CallSamples);
  };
  return (
    <details class="view-code" onToggle={({ currentTarget }) => currentTarget.open && void load()}>
      <summary>{texts.viewCode}</summary>
      {Shown !== undefined && <Shown call={call} />}
    </details>
  );
}
