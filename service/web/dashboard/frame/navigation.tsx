import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { fill } from "#web-kit/language/texts.ts";
import type { DashboardContent, DashboardView, PartName } from "./content.ts";
import { Menu } from "./menu.tsx";
import { useReader } from "./reader.ts";

type ViewName = DashboardView["view"];
/** Views that the navigation shows as part of another. */
const WITHIN: Readonly<Partial<Record<ViewName, PartName>>> = {
  "two-step": "account",
  "recovery-codes": "account",
};

/** The path of each part of the dashboard. */
export const ADDRESSES: Readonly<Record<PartName, string>> = {
  overview: "/dashboard",
  keys: "/dashboard/keys",
  usage: "/dashboard/usage",
  jobs: "/dashboard/jobs",
  voices: "/dashboard/voices",
  pronunciations: "/dashboard/pronunciations",
  members: "/dashboard/members",
  account: "/dashboard/account",
};

interface NavigationProps extends Pick<DashboardContent, "email" | "account" | "parts"> {
  readonly current: ViewName;
}

/** The dashboard's navigation, and the menu of the signed-in person. */
export function Navigation(props: NavigationProps): JSX.Element {
  const { frame } = useReader().texts;
  const { current, parts } = props;
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    // Scrolls to the current link: on a phone the list is one row, which may be wider than the screen.
    const { current: row } = list;
    const link = row?.querySelector<HTMLElement>("[aria-current]");
    if (row && link) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
  }, []);
  return (
    <div class="dashboard-side">
      <nav aria-label={frame.navigation}>
        <ul ref={list}>
          {parts
            .filter((view) => view !== "account")
            .map((view) => (
              <li key={view}>
                <a href={ADDRESSES[view]} aria-current={view === current ? "page" : undefined}>
                  {frame[view]}
                </a>
              </li>
            ))}
        </ul>
      </nav>
      <AccountMenu {...props} />
    </div>
  );
}

function AccountMenu({ current, email, account }: NavigationProps) {
  const { frame } = useReader().texts;
  const face = (
    <>
      <svg class="person" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 14c.4-3 2.6-4.5 5.5-4.5s5.1 1.5 5.5 4.5" />
      </svg>
      <span class="menu-email">{email}</span>
    </>
  );
  return (
    <Menu face={face} label={`${frame.account}: ${email}`} openerClass="account-opener">
      <p class="quiet menu-note">{email}</p>
      {account !== undefined && <p class="quiet menu-note">{fill(frame.accountOf, { account })}</p>}
      <a
        class="menu-item"
        href={ADDRESSES.account}
        aria-current={(WITHIN[current] ?? current) === "account" ? "page" : undefined}
      >
        {frame.account}
      </a>
      <form method="post" action="/dashboard/sign-out">
        <button class="menu-item" type="submit">
          {frame.signOut}
        </button>
      </form>
    </Menu>
  );
}
