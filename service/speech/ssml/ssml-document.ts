/** Reads SSML as XML: well-formed, without a document type, so that no entity is expanded but the five of XML. */

import { parseXml, XmlElement, XmlError, XmlText } from "@rgrove/parse-xml";
import { ApiError } from "../../contract/errors.ts";
import { LIMITS } from "../../contract/limits.ts";

/** An element of a document; a text among its children has no markup left in it. */
export interface SsmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (SsmlElement | string)[];
  /** Line of the document on which it begins, from 1. */
  readonly line: number;
}

const ROOT = "speak";
const HAS_ROOT = new RegExp(`<${ROOT}[\\s/>]`, "u");

/** Returns the root of a document, or of a part of one that has no root; throws ApiError, which names the line. */
export function parseSsml(text: string): SsmlElement {
  const blankLines = linesBefore(text, text.search(/\S|$/u)) - 1;
  const document = text.trimStart();
  const xml = HAS_ROOT.test(document) ? document : `<${ROOT}>${document}</${ROOT}>`;
  const root = rootOf(xml, blankLines);
  if (root.name === ROOT) return elementOf(root, lineFinder(xml, blankLines), 1);
  throw ssmlError(lineFinder(xml, blankLines)(root), `the first element has to be ${ROOT}`);
}

/** Creates the error for a document that cannot be read or spoken. */
export function ssmlError(line: number, problem: string): ApiError {
  return new ApiError("invalid_request", `input is no SSML: line ${line}: ${problem}.`, "input");
}

function rootOf(xml: string, blankLines: number): XmlElement {
  try {
    const document = parseXml(xml, { includeOffsets: true, preserveDocumentType: true });
    if (document.children.some(({ type }) => type === "doctype")) {
      throw ssmlError(blankLines + 1, "a document type (<!DOCTYPE …>) is not allowed");
    }
    return document.root as XmlElement;
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw ssmlError(error.line + blankLines, problemOf(error));
  }
}

/** Returns the parser's reason without its place and excerpt. */
function problemOf({ message }: XmlError): string {
  const [reason = ""] = message.split(" (line ");
  const plain = reason.replaceAll("`", "");
  const first = plain.charAt(0).toLowerCase() + plain.slice(1);
  return first.startsWith("named entity")
    ? `${first}; there are &amp; &lt; &gt; &quot; &apos; and numbers such as &#305;`
    : first;
}

/** Returns a function that counts lines once through the document, as it is asked in the order of the document. */
function lineFinder(xml: string, blankLines: number): (element: XmlElement) => number {
  let at = 0;
  let line = blankLines + 1;
  return ({ start }) => {
    line += linesBefore(xml.slice(at, start), start - at) - 1;
    at = start;
    return line;
  };
}

/** Returns the line, from 1, of an offset. */
function linesBefore(text: string, offset: number): number {
  return text.slice(0, Math.max(0, offset)).split(/\r\n?|\n/u).length;
}

function elementOf(
  element: XmlElement,
  lineOf: (element: XmlElement) => number,
  depth: number,
): SsmlElement {
  const { name, attributes, children } = element;
  const line = lineOf(element);
  if (depth > LIMITS.ssml.depth) {
    throw ssmlError(
      line,
      `${name} is nested too deep; at most ${LIMITS.ssml.depth} levels are allowed`,
    );
  }
  return {
    name,
    attributes,
    line,
    children: children.flatMap((child): (SsmlElement | string)[] => {
      if (child instanceof XmlElement) return [elementOf(child, lineOf, depth + 1)];
      return child instanceof XmlText ? [child.text] : [];
    }),
  };
}
