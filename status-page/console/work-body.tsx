import type { JSX } from "preact";
import type { ConsoleWorkContent } from "#status-api/page/page-view-work.ts";
import { fill } from "#web-kit/language/texts.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { AuditPage } from "./audit-page.tsx";
import { ComponentPage, ComponentsPage } from "./component-pages.tsx";
import { DeliveriesPage } from "./deliveries-page.tsx";
import { MaintenancePage } from "./maintenance-page.tsx";
import { MaintenancesPage } from "./maintenances-page.tsx";
import { saidIn } from "./said-in.ts";
import { SubscribersPage } from "./subscribers-page.tsx";
import { CONSOLE_TEXTS } from "./texts.ts";

/** The pages for what the admin API can do besides incidents. */
export function WorkBody({ content }: { readonly content: ConsoleWorkContent }): JSX.Element {
  switch (content.kind) {
    case "maintenances":
      return <MaintenancesPage view={content.view} />;
    case "maintenance":
      return <MaintenancePage view={content.view} />;
    case "components":
      return <ComponentsPage view={content.view} />;
    case "component":
      return <ComponentPage view={content.view} />;
    case "deliveries":
      return <DeliveriesPage view={content.view} />;
    case "subscribers":
      return <SubscribersPage view={content.view} />;
    case "audit":
      return <AuditPage view={content.view} />;
  }
}

/** Returns the title of such a page. */
export function workTitle(content: ConsoleWorkContent, language: Language): string {
  const { work } = CONSOLE_TEXTS[language].console;
  switch (content.kind) {
    case "maintenances":
      return work.nav.maintenance;
    case "maintenance": {
      if (content.view === null) return work.maintenance.gone;
      const { maintenance } = content.view;
      return maintenance === null
        ? work.maintenance.schedule
        : saidIn(maintenance, "name", language);
    }
    case "component": {
      if (content.view === null) return work.components.gone;
      return fill(work.components.sayFor, { component: content.view.component.name[language] });
    }
    case "components":
    case "deliveries":
    case "subscribers":
    case "audit":
      return work.nav[content.kind];
  }
}
