import type { EveryContent } from "./dashboard.tsx";

/** What the script needs to make the same elements as the server. */
export interface DashboardState {
  readonly content: EveryContent;
  readonly baseUrl: string;
}
