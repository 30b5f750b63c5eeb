/** What the pages of the service show; they are rendered by server.tsx. */

export type Language = "tr" | "en";

/** A row of the table of error codes. */
export interface ErrorRow {
  readonly status: number;
  readonly code: string;
  readonly sentence: string;
}

export interface KeyRow {
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly isRevoked: boolean;
}

export interface UsageRow {
  readonly day: string;
  readonly product: string;
  readonly requests: number;
  readonly audioSeconds: number;
  readonly characters: number;
}

export type PageContent =
  | { readonly page: "website" }
  | {
      readonly page: "docs";
      readonly ttsUrl: string;
      /** Model ids by task; the default first. */
      readonly transcriptionModels: readonly string[];
      readonly synthesisModels: readonly string[];
      /** A voice of the first synthesis model, for the example; undefined while no model is loaded. */
      readonly voice: string | undefined;
      readonly errors: readonly ErrorRow[];
    }
  | { readonly page: "demo" }
  | { readonly page: "sign-in"; readonly problem: "none" | "wrong" | "too-many" | "away" }
  | {
      readonly page: "dashboard";
      readonly email: string;
      readonly keys: readonly KeyRow[];
      readonly usage: readonly UsageRow[];
    };

/** What every page needs beside its content. */
export interface PageFrame {
  readonly language: Language;
  /** {base_url}, without a slash at its end. */
  readonly baseUrl: string;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** Renders a whole HTML document. */
export type RenderPage = (content: PageContent, frame: PageFrame) => string;
