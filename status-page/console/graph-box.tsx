import { cutText } from "#monitor/domain/cut-text.ts";
import type { JSX } from "preact";
import type { GraphComponent } from "#status-api/page/page-view-graph.ts";
import { useReader } from "../reader/reader.ts";
import { BOX } from "./graph-layout.ts";
import { useConsoleTexts } from "./texts.ts";

interface GraphBoxProps {
  readonly component: GraphComponent;
  readonly x: number;
  readonly y: number;
}

const MARK = 16;
const PADDING = 10;
const LINE_HEIGHT = 18;
/** Maximum letters of a name in a line beside the mark. */
const LINE_LETTERS = 15;
const NAME_LINES = 2;

/**
 * A component's box: its mark, its name, its status in words, and whether the status is a consequence of another component's.
 */
export function GraphBox({ component, x, y }: GraphBoxProps): JSX.Element {
  const { language, texts } = useReader();
  const { consequence } = useConsoleTexts().console.graph;
  const { status, isConsequence } = component;
  const name = wrapped(component.name[language], LINE_LETTERS, NAME_LINES);
  const lines = [
    ...name.map((text) => ({ text, kind: "name", x: PADDING + MARK + 6 })),
    { text: texts.component[status], kind: "words", x: PADDING },
    ...(isConsequence ? [{ text: consequence, kind: "consequence", x: PADDING }] : []),
  ];
  const top = (BOX.height - lines.length * LINE_HEIGHT) / 2;
  return (
    <g
      class={`box ${status}${isConsequence ? " explained" : ""}`}
      transform={`translate(${x} ${y})`}
    >
      <rect width={BOX.width} height={BOX.height} rx="8" />
      <use class="mark" href={`#mark-${status}`} x={PADDING} y={top} width={MARK} height={MARK} />
      {lines.map(({ text, kind, x: left }, at) => (
        <text key={at} class={kind} x={left} y={top + at * LINE_HEIGHT + 13}>
          {text}
        </text>
      ))}
    </g>
  );
}

/** Breaks a text into lines between words; what does not fit ends with an ellipsis. */
export function wrapped(text: string, letters: number, max: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const joined = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && joined.length <= letters) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  const kept = lines.slice(0, max);
  if (lines.length > max) kept[max - 1] = `${kept[max - 1]} ${lines[max]}`;
  return kept.map((line) => cutText(line, letters));
}
