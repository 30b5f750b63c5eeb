import type { JSX } from "preact";
import type { ComponentStatus } from "#monitor/domain/component-status.ts";
import { useReader } from "../reader/reader.ts";
import { StatusMark } from "./status-mark.tsx";

/** Shows a status by its mark and its name. */
export function StatusWords({ status }: { status: ComponentStatus }): JSX.Element {
  const { texts } = useReader();
  return (
    <span class={`status-words ${status}`}>
      <StatusMark status={status} />
      {texts.component[status]}
    </span>
  );
}
