import type { JSX } from "preact";
import type { DashboardView } from "./content.ts";
import { useReader } from "./reader.ts";

type ViewName = DashboardView["view"];

/** Where each part of the dashboard is. */
export const ADDRESSES: Readonly<Record<ViewName, string>> = {
  overview: "/dashboard",
  keys: "/dashboard/keys",
  usage: "/dashboard/usage",
  voices: "/dashboard/voices",
  pronunciations: "/dashboard/pronunciations",
  account: "/dashboard/account",
};

/** The ways through the dashboard, who is signed in, and the way out. */
export function Navigation({
  current,
  email,
}: {
  readonly current: ViewName;
  readonly email: string;
}): JSX.Element {
  const { frame } = useReader().texts;
  return (
    <div class="dashboard-side">
      <nav aria-label={frame.navigation}>
        <ul>
          {(Object.keys(ADDRESSES) as ViewName[]).map((view) => (
            <li key={view}>
              <a href={ADDRESSES[view]} aria-current={view === current ? "page" : undefined}>
                {frame[view]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <form class="signed-in" method="post" action="/dashboard/sign-out">
        <span class="quiet">{email}</span>
        <button class="button plain small" type="submit">
          {frame.signOut}
        </button>
      </form>
    </div>
  );
}
