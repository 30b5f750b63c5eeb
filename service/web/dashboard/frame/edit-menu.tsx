import { fill } from "#web-kit/language/texts.ts";
import type { DashboardTexts } from "../../texts/texts.ts";
import { Menu } from "./menu.tsx";
import { useReader } from "./reader.ts";

interface EditMenuProps {
  readonly words: Pick<DashboardTexts["voices"], "edit" | "editNamed" | "remove" | "removeNamed">;
  /** The name of the row's item. */
  readonly name: string;
  readonly onTask: (name: "edit" | "remove") => void;
}

/** The menu of a row that can be edited and deleted. */
export function EditMenu({ words, name, onTask }: EditMenuProps) {
  const { texts, isLive } = useReader();
  return (
    <Menu
      face="⋯"
      label={fill(texts.frame.more, { name })}
      openerClass="button plain small menu-dots"
    >
      {(["edit", "remove"] as const).map((task) => (
        <button
          key={task}
          type="button"
          class={task === "remove" ? "menu-item danger" : "menu-item"}
          disabled={!isLive}
          aria-label={fill(words[`${task}Named`], { name })}
          onClick={() => onTask(task)}
        >
          {words[task]}
        </button>
      ))}
    </Menu>
  );
}
