/** An element of a document that was read strictly. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text and that of its children, entities resolved. */
  readonly text: string;
}

interface OpenElement {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlElement[];
  text: string;
}

/** Reads a whole XML document without DTD or CDATA; throws at the first thing that is not well-formed. */
export function readXml(source: string): XmlElement {
  const body = source.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, "");
  const root: OpenElement = { name: "", attributes: {}, children: [], text: "" };
  const open: OpenElement[] = [root];
  for (const [token] of body.matchAll(/<[^>]*>|[^<]+|</g)) {
    const parent = open.at(-1) ?? root;
    if (!token.startsWith("<")) {
      if (parent === root && token.trim() !== "") throw new Error(`text outside: ${token}`);
      parent.text += textOf(token);
    } else if (token.startsWith("</")) {
      if (token !== `</${parent.name}>`) throw new Error(`<${parent.name}> ends with ${token}`);
      open.pop();
      close(parent, open.at(-1) ?? root);
    } else {
      const element = startOf(token);
      if (token.endsWith("/>")) close(element, parent);
      else open.push(element);
    }
  }
  const [document, ...others] = root.children;
  if (document === undefined || others.length > 0 || open.length > 1) {
    throw new Error("a document has one element around all others");
  }
  return document;
}

/** Finds the children of one name. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** Returns the text of the only child of one name. */
export function textOfChild(element: XmlElement, name: string): string {
  const [child, ...others] = childrenOf(element, name);
  if (child === undefined || others.length > 0) {
    throw new Error(`<${element.name}> has ${others.length} more or no <${name}>`);
  }
  return child.text;
}

function close(element: OpenElement, parent: OpenElement): void {
  parent.children.push(element);
  parent.text += element.text;
}

function startOf(token: string): OpenElement {
  const match = /^<([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*\/?>$/.exec(token);
  if (match === null) throw new Error(`no tag: ${token}`);
  const [, name = "", written = ""] = match;
  const attributes: Record<string, string> = {};
  for (const [, key = "", value = ""] of written.matchAll(/([\w:.-]+)="([^"]*)"/g)) {
    if (key in attributes) throw new Error(`${key} twice in ${token}`);
    attributes[key] = textOf(value);
  }
  return { name, attributes, children: [], text: "" };
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  "#x26": "&",
  "#x3C": "<",
};

function textOf(written: string): string {
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u.test(written)) {
    throw new Error("a character that XML does not have");
  }
  return written.replaceAll(/&([^;&]*);?/g, (reference, name: string) => {
    const character = entities[name];
    if (character === undefined || !reference.endsWith(";"))
      throw new Error(`no entity ${reference}`);
    return character;
  });
}
