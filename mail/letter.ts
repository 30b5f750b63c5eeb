import { DEFAULT_ACCENT } from "#web-kit/colour/accent.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { type Html, html, type MailHead, mailDocument } from "./document.ts";

/** A part of a mail: what it says as plain text, and the same as HTML. */
export interface MailPart {
  readonly text: string;
  readonly html: Html | readonly Html[];
}

interface MailLink {
  readonly label: string;
  readonly url: string;
}

/** Returns the parts of a mail as its text and its HTML document. */
export function letter(language: Language, parts: readonly MailPart[], head?: MailHead) {
  return {
    language,
    text: parts.map(({ text }) => text).join("\n\n"),
    html: mailDocument(
      language,
      parts.flatMap((part) => part.html),
      head,
    ),
  };
}

export function title(text: string): MailPart {
  return {
    text,
    html: html`<h1 style="font-size: 20px; line-height: 26px; margin: 0 0 16px">${text}</h1>`,
  };
}

export function heading(text: string): MailPart {
  return {
    text,
    html: html`<h2 style="font-size: 15px; line-height: 22px; margin: 16px 0 4px">${text}</h2>`,
  };
}

export function paragraph(text: string): MailPart {
  return { text, html: html`<p>${text}</p>` };
}

/** Returns facts, each on its line; nothing where there are none. */
export function facts(rows: readonly (readonly [name: string, value: string])[]): MailPart[] {
  if (rows.length === 0) return [];
  return [
    {
      text: rows.map(([name, value]) => `${name}: ${value}`).join("\n"),
      html: rows.map(([name, value]) => html`<p><strong>${name}:</strong> ${value}</p>`),
    },
  ];
}

export function link({ label, url }: MailLink): MailPart {
  return { text: `${label}: ${url}`, html: html`<p><a href="${url}">${label}</a></p>` };
}

/** Returns a link that looks like a button. */
export function button({ label, url }: MailLink, accent = DEFAULT_ACCENT): MailPart {
  const style = `display: inline-block; padding: 10px 16px; border-radius: 6px; background: ${accent}; color: #ffffff; text-decoration: none`;
  return {
    text: `${label}:\n${url}`,
    html: html`<p><a href="${url}" style="${style}">${label}</a></p>`,
  };
}

/** Returns the last part of a mail, which mail programs show apart: who sends it and where else to go. */
export function foot(said: string, links: readonly MailLink[] = []): MailPart {
  const lines = [said, ...links.map(({ label, url }) => `${label}: ${url}`)].filter(Boolean);
  const linked = links.map(
    ({ label, url }, at) => html`${at === 0 ? " " : " · "}<a href="${url}">${label}</a>`,
  );
  return {
    text: `-- \n${lines.join("\n")}\n`,
    html: html`<p style="margin-top: 24px; color: #58616b; font-size: 13px">${said}${linked}</p>`,
  };
}
