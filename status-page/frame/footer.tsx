import { FEED_PATHS, historyPath, SUBSCRIBE_PATH } from "#monitor/domain/page-paths.ts";
import type { JSX } from "preact";
import type { PageIdentity } from "#monitor/domain/page-identity.ts";
import { offsetOf } from "#web-kit/locale/dates.ts";
import type { PageView } from "#status-api/page/page-view.ts";
import { Badges } from "../badges/badge-section.tsx";
import { Island, useReader, useTexts } from "../reader/reader.ts";
import { LanguageSwitch } from "#web-kit/language/language-switch.tsx";
import { fill } from "#web-kit/language/texts.ts";

type ExplainedView = Pick<PageView, "weights" | "url"> & Partial<Pick<PageView, "groups">>;

interface PageFooterProps {
  /** The content of the page; undefined on pages that show no figures. */
  readonly view?: ExplainedView;
  /** Whether the page shows times, so that their zone must be stated; true by default on pages with figures. */
  readonly hasTimes?: boolean;
  readonly path?: string;
  /** The id of a form whose input is kept when the language is changed. */
  readonly form?: string | undefined;
  /** The links to the service and to what belongs to it. */
  readonly links: PageIdentity["links"];
}

/** Links to subscriptions and to machine-readable documents, and an explanation of the figures. */
export function PageFooter(props: PageFooterProps): JSX.Element {
  const { view, hasTimes = view !== undefined, path = "/", form, links } = props;
  const { language, formats, siteUrl } = useReader();
  const texts = useTexts("frame");
  const offset = formats.zone === "utc" ? "UTC" : offsetOf(Date.now());
  return (
    <Island as="footer" class="page-footer">
      <div class="footer-columns">
        {links.length > 0 && (
          <FooterLinks
            title={texts.service}
            links={links.map(({ label, url }) => [url, label[language]])}
          />
        )}
        <FooterLinks
          title={texts.follow}
          links={[
            [siteUrl + historyPath(), texts.history],
            [siteUrl + SUBSCRIBE_PATH, texts.subscribe],
            [`${siteUrl}${FEED_PATHS.atom}?lang=${language}`, texts.atom],
            [`${siteUrl}${FEED_PATHS.rss}?lang=${language}`, texts.rss],
            [`${siteUrl}${FEED_PATHS.calendar}?lang=${language}`, texts.calendar],
          ]}
        />
        <FooterLinks
          title={texts.programs}
          links={[
            [`${siteUrl}/api/v2/status.json`, texts.current],
            [`${siteUrl}/api/v2/summary.json`, texts.summary],
            [`${siteUrl}/api/v2/components.json`, texts.components],
            [`${siteUrl}/api/v2/incidents.json`, texts.incidents],
            [`${siteUrl}/api/v2/scheduled-maintenances.json`, texts.maintenance],
          ]}
        />
        <section>
          <h2>{texts.about}</h2>
          <LanguageSwitch current={language} path={path} form={form} label={texts.pageLanguage} />
          {hasTimes && (
            <p>{offset === "UTC" ? texts.timesUtc : fill(texts.timesLocal, { offset })}</p>
          )}
        </section>
      </div>
      {view !== undefined && <Figures {...view} />}
    </Island>
  );
}

function FooterLinks(props: {
  readonly title: string;
  readonly links: readonly (readonly [href: string, label: string])[];
}): JSX.Element {
  return (
    <section>
      <h2>{props.title}</h2>
      <ul>
        {props.links.map(([href, label]) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Figures({ weights, groups = [], url }: ExplainedView): JSX.Element {
  const { language, formats } = useReader();
  const texts = useTexts("frame");
  const components = groups.flatMap((group) => group.components);
  return (
    <div class="footer-figures">
      <details class="figures">
        <summary>{texts.howFigures}</summary>
        <p>{fill(texts.formula, { partialWeight: formats.number(weights.partial_outage) })}</p>
        <p>{texts.formulaNotes}</p>
      </details>
      {components.length > 0 && (
        <details class="timelines">
          <summary>{texts.timelines}</summary>
          <ul>
            {components.map(({ id, name }) => (
              <li key={id}>
                <a href={`/api/v2/components/${id}/timeline.csv`}>{name[language]}</a>
              </li>
            ))}
          </ul>
        </details>
      )}
      <details>
        <summary>{texts.badge}</summary>
        <Badges statusUrl={url} />
      </details>
    </div>
  );
}
