/** A text by language, e.g. `{"en": "Website", "tr": "Web sitesi"}`. */
export type TextByLanguage = Readonly<Record<string, string>>;

/** A picture's served name, and its intrinsic size in pixels, with which a page reserves its space. */
export interface Picture {
  /** Made from the content's hash, e.g. `3f1a….svg`: a different picture has a different name. */
  name: string;
  width: number;
  height: number;
}

/** A picture's name, and its content in base64. */
export type StoredPicture = Pick<Picture, "name"> & { content: string };

/** The branding of the status page. */
export interface StoredIdentity {
  logo: {
    light: Picture;
    /** The one for a dark background; null if `light` suits both. */
    dark: Picture | null;
    /** Whether the picture contains the name, which then is not written beside it. */
    saysName: boolean;
  } | null;
  /** Null for the page's default icon, which shows the state. */
  favicon: Picture | null;
  /** E.g. `#0d6e60`; null for the default. */
  accentColor: string | null;
  /** The first one leads back to the service. */
  links: readonly { readonly label: TextByLanguage; readonly url: string }[];
}
