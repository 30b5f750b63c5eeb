import { messageTexts } from "#status-api/texts/texts.ts";
import type { Browser } from "playwright-core";

import { type Language, languages } from "#web-kit/language/languages.ts";

import { takenOver } from "../browser/taken-over.ts";
import { desktop, openLook } from "../browser/look.ts";
import { readXml, type XmlElement } from "../xml.ts";
import type { DesignedOutage } from "./designed-outage.ts";

/** What somebody reads at one place, as far as it says how things are now; what was said before is left out. */
export interface Reading {
  /** Where it is read, as `page / en`. */
  readonly place: string;
  readonly language: Language;
  /** How everything is said to be; undefined where nothing is said of that. */
  readonly headline?: string | undefined;
  /** What is said of the newest incident; undefined where it is not told of. */
  readonly incident?: string | undefined;
  /** Whether its times are those of Istanbul, the reader's zone and the page's; else they name UTC. */
  readonly isLocal: boolean;
  /** All of it. */
  readonly whole: string;
}

/** Reads every page, feed, badge, document, mail and message of an outage as it stands, in each language. */
export async function readEverything(browser: Browser, outage: DesignedOutage): Promise<Reading[]> {
  const id = await outage.newestIncident();
  const readings = await Promise.all(
    languages.map(async (language) => [
      ...(await readPages(browser, outage, language, id)),
      ...(await readFeeds(outage, language)),
      await readBadge(outage, language),
      ...(id === undefined ? [] : readMessages(outage, language)),
    ]),
  );
  return [...readings.flat(), await readStatusDocument(outage)];
}

async function readPages(
  browser: Browser,
  outage: DesignedOutage,
  language: Language,
  id: string | undefined,
): Promise<Reading[]> {
  const look = { theme: "light", language, viewport: desktop } as const;
  const context = await openLook(browser, look, outage.nowMs());
  const page = await context.newPage();
  const paths = ["/", "/components/stt-file", "/history"];
  const readings: Reading[] = [];
  for (const path of id === undefined ? paths : [...paths, `/incidents/${id}`]) {
    await page.goto(new URL(path, outage.url).href);
    await takenOver(page);
    const read = await page.evaluate(readPage, id);
    const title = path === "/" ? `${await page.title()} ${read.banner}` : undefined;
    readings.push({
      place: `${path} / ${language}`,
      language,
      headline: title,
      isLocal: true,
      ...read,
    });
  }
  await context.close();
  return readings;
}

/** In the page: what it says of all and of an incident, without what was said before and what tells of days. */
function readPage(id: string | undefined) {
  const main = document.querySelector("main");
  if (main === null) throw new Error("the page has no main part");
  const textOf = (element: Element | null | undefined): string | undefined =>
    element?.textContent.replace(/\s+/g, " ").trim();
  const whole = textOf(main) ?? "";
  const banner = textOf(main.querySelector(".banner"));
  const now = main.cloneNode(true) as HTMLElement;
  const past =
    ".updates:not(.event-updates) > li:not(:first-child), .event-updates, details, .member-bars, .postmortem, .facts dt, .older";
  for (const element of now.querySelectorAll(past)) element.remove();
  for (const element of now.querySelectorAll("dd")) element.append(" ");
  const link = `a[href="/incidents/${id}"]`;
  const incident =
    now.querySelector(".event") ??
    now.querySelector(`#incident-${id}`) ??
    now.querySelector(`.event-list ${link}`)?.closest("li");
  return { whole, banner, incident: textOf(incident) };
}

async function readFeeds(outage: DesignedOutage, language: Language): Promise<Reading[]> {
  return Promise.all(
    ["atom", "rss"].map(async (form) => {
      const path = `/history.${form}?lang=${language}`;
      const whole = await textAt(outage, path);
      const [html] = textsOf(readXml(whole), form === "atom" ? "content" : "description").filter(
        (text) => text.includes("<p>"),
      );
      // The newest update stands first.
      const incident = html?.split("<p><small>").slice(0, 2).join("").replaceAll("&#39;", "'");
      return { place: path, language, incident, isLocal: true, whole };
    }),
  );
}

function textsOf(element: XmlElement, name: string): string[] {
  const own = element.name === name ? [element.text] : [];
  return [...own, ...element.children.flatMap((child) => textsOf(child, name))];
}

async function readBadge(outage: DesignedOutage, language: Language): Promise<Reading> {
  const path = `/badge/overall.svg?lang=${language}`;
  const whole = await textAt(outage, path);
  return { place: path, language, headline: whole, isLocal: true, whole };
}

/** Reads the newest mail, Slack message and webhook. */
function readMessages({ mails, webhooks }: DesignedOutage, language: Language): Reading[] {
  const mail = mails.findLast(({ recipients }) => recipients.includes(`${language}@example.com`));
  const newest = (channel: string) =>
    webhooks.findLast(({ path }) => path === `/${channel}-${language}`);
  const text = mail?.text ?? "";
  const slack = newest("slack");
  const webhook = newest("webhook");
  const slackText = (slack?.body.blocks ?? []).map(
    (block: { text?: { text: string } }) => block.text?.text,
  );
  return [
    {
      place: `mail / ${language}`,
      language,
      incident: text.split(`\n${messageTexts[language].earlier}:`)[0],
      isLocal: true,
      whole: `${text} ${mail?.html ?? ""}`,
    },
    {
      place: `Slack / ${language}`,
      language,
      // The newest update stands below the header.
      incident: slackText.slice(0, 2).join("\n"),
      isLocal: true,
      whole: slack?.text ?? "",
    },
    {
      place: `webhook / ${language}`,
      language,
      incident: [
        webhook?.body.incident.status,
        webhook?.body.incident.incident_updates[0].body,
      ].join(" "),
      isLocal: false,
      whole: webhook?.text ?? "",
    },
  ];
}

async function readStatusDocument(outage: DesignedOutage): Promise<Reading> {
  const whole = await textAt(outage, "/api/v2/status.json");
  const [incident] = JSON.parse(whole).incidents;
  return {
    place: "status.json",
    language: "en",
    incident: incident && `${incident.status} ${incident.incident_updates[0].body}`,
    isLocal: false,
    whole,
  };
}

async function textAt({ url }: DesignedOutage, path: string): Promise<string> {
  const answer = await fetch(new URL(path, url));
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.text();
}
