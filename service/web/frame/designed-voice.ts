/** A voice that was designed in the demo, on its way into an account. */
export interface NamedDesign {
  readonly name: string;
  readonly description: string;
}

/** Returns the URL of the page that saves a designed voice; it contains the voice, so that the voice survives signing in. */
export function savingAddress({ name, description }: NamedDesign): string {
  const bytes = new TextEncoder().encode(JSON.stringify([name, description]));
  const base64 = btoa(String.fromCharCode(...bytes));
  const design = base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return `/dashboard/voices?design=${design}`;
}

/** Reads the `design` parameter of such a URL; returns undefined where it is invalid. */
export function readDesign(design: string | undefined): NamedDesign | undefined {
  if (design === undefined) return undefined;
  try {
    const bytes = atob(design.replaceAll("-", "+").replaceAll("_", "/"));
    const json = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
    const [name, description] = JSON.parse(json) as readonly unknown[];
    return typeof name === "string" && typeof description === "string"
      ? { name, description }
      : undefined;
  } catch {
    return undefined;
  }
}
