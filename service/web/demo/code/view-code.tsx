import type { ComponentType, JSX } from "preact";
import { useState } from "preact/hooks";
import type { Call } from "../../code/calls/call.ts";
import { useDemoPage } from "../frame/demo-page.ts";
import type { CallSamplesProps } from "./call-samples.tsx";

interface ViewCodeProps {
  /** What was just done. */
  readonly call: Call;
}

/** Opens to the code that does the same; what writes it is loaded then. */
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
