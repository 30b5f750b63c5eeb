/** A text by language, e.g. `{"en": "Website", "tr": "Web sitesi"}`. */
export type TextByLanguage = Readonly<Record<string, string>>;

/** A picture by the name under which it is served, and its own size, by which a page keeps its place. */
export interface Picture {
  /** Made of its content's hash, as `3f1a….svg`: another picture has another name. */
  name: string;
  width: number;
  height: number;
}

/** A picture's name, and its content in base64. */
export type StoredPicture = Pick<Picture, "name"> & { content: string };

/** How the page shows whose it is. */
export interface StoredIdentity {
  logo: {
    light: Picture;
    /** The one on dark ground; null where `light` does on both. */
    dark: Picture | null;
    /** Whether it holds the name, which then is not written beside it. */
    saysName: boolean;
  } | null;
  /** Null for the page's own, which shows the state. */
  favicon: Picture | null;
  /** As `#0d6e60`; null for the usual one. */
  accentColor: string | null;
  /** The first one leads back to the service. */
  links: readonly { readonly label: TextByLanguage; readonly url: string }[];
}
