import type { PageContent } from "#status-api/page/page-build.ts";

/** How fresh a page that changes is. */
export interface Live {
  readonly dataAtMs: number;
  readonly databaseAway: boolean;
}

/** Returns how fresh a page is; null for those that tell of what is over. */
export function liveOf({ kind, view }: PageContent): Live | null {
  switch (kind) {
    case "overview":
    case "component":
      return view;
    case "story":
      return view.live;
    case "history":
      return null;
  }
}
