import type { JSX } from "preact";
import { isDown } from "#monitor/domain/dependencies.ts";
import type { GraphComponent } from "#status-api/page/page-view-graph.ts";
import { fill } from "#web-kit/language/texts.ts";
import { componentPath } from "#monitor/domain/page-paths.ts";
import { useReader } from "../reader/reader.ts";
import { StatusWords } from "../status/status-mark.tsx";
import { GraphBox } from "./graph-box.tsx";
import { graphLayout } from "./graph-layout.ts";
import type { PageProps } from "./page-parts.tsx";
import { useConsoleTexts } from "./texts.ts";

/** The number of boxes per row on a phone and on a desktop. */
const BOXES_PER_ROW = { narrow: 2, wide: 4 } as const;

/** Space for half of the stroke width around the boxes. */
const MARGIN = 2;

/** The dependencies of components, as a drawing and as a list. */
export function GraphPage({ view }: PageProps<"graph">): JSX.Element {
  const texts = useConsoleTexts().console.graph;
  const { components } = view;
  const hasLines = components.some(({ dependsOn }) => dependsOn.length > 0);
  return (
    <>
      <p class="quiet">{hasLines ? texts.lead : texts.none}</p>
      {hasLines && (
        <div class="card graph">
          <Drawing components={components} size="narrow" />
          <Drawing components={components} size="wide" />
        </div>
      )}
      <h2>{texts.list}</h2>
      <ul class="card graph-list">
        {components.map((component) => (
          <Listed key={component.id} component={component} components={components} />
        ))}
      </ul>
    </>
  );
}

interface DrawingProps {
  readonly components: readonly GraphComponent[];
  readonly size: keyof typeof BOXES_PER_ROW;
}

function Drawing({ components, size }: DrawingProps): JSX.Element {
  const texts = useConsoleTexts().console.graph;
  const { width, height, boxes, lines } = graphLayout(components, BOXES_PER_ROW[size]);
  const byId = new Map(components.map((component) => [component.id, component]));
  return (
    <svg
      class={`graph-${size}`}
      viewBox={`${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`}
      width={width + 2 * MARGIN}
      role="img"
      aria-label={texts.drawing}
    >
      {lines.map(({ from, path }) => (
        <path key={path} class={isDown(byId.get(from)!) ? "line down" : "line"} d={path} />
      ))}
      {boxes.map(({ id, x, y }) => (
        <GraphBox key={id} component={byId.get(id)!} x={x} y={y} />
      ))}
    </svg>
  );
}

interface ListedProps {
  readonly component: GraphComponent;
  readonly components: readonly GraphComponent[];
}

function Listed({ component, components }: ListedProps): JSX.Element {
  const { language, siteUrl } = useReader();
  const texts = useConsoleTexts().console.graph;
  const { id, name, status, dependsOn, isConsequence } = component;
  const names = (ofThem: readonly GraphComponent[]): string =>
    ofThem.map((one) => one.name[language]).join(", ");
  const below = components.filter((one) => dependsOn.includes(one.id));
  const above = components.filter((one) => one.dependsOn.includes(id));
  return (
    <li>
      <a href={siteUrl + componentPath(id)}>{name[language]}</a> <StatusWords status={status} />
      {isConsequence && <p>{texts.consequenceOf}</p>}
      {below.length > 0 && (
        <p class="quiet">{fill(texts.dependsOn, { components: names(below) })}</p>
      )}
      {above.length > 0 && <p class="quiet">{fill(texts.carries, { components: names(above) })}</p>}
    </li>
  );
}
