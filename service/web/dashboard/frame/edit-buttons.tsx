import { fill } from "#web-kit/language/texts.ts";
import type { DashboardTexts } from "../../texts/texts.ts";
import { useReader } from "./reader.ts";

interface EditButtonsProps {
  readonly words: Pick<DashboardTexts["voices"], "edit" | "editNamed" | "remove" | "removeNamed">;
  /** What the row shows. */
  readonly name: string;
  readonly onTask: (name: "edit" | "remove") => void;
}

/** The buttons of a row that can be edited and deleted. */
export function EditButtons({ words, name, onTask }: EditButtonsProps) {
  const { isLive } = useReader();
  return (["edit", "remove"] as const).map((task) => (
    <button
      key={task}
      type="button"
      class={`button small ${task === "edit" ? "plain" : "danger"}`}
      disabled={!isLive}
      aria-label={fill(words[`${task}Named`], { name })}
      onClick={() => onTask(task)}
    >
      {words[task]}
    </button>
  ));
}
