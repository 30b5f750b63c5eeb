import { readFile } from "node:fs/promises";
import { Type } from "typebox";
import { checkFields, ModelFolderError } from "../model/manifest.ts";

const Id = Type.Integer({ minimum: 0 });

const TokensFile = Type.Object({
  /** Base64 of the bytes of each token, empty for the special ones. */
  tokens: Type.Array(Type.String(), { minItems: 1, maxItems: 100_000 }),
  special: Type.Object({
    endoftext: Id,
    startoftranscript: Id,
    transcribe: Id,
    notimestamps: Id,
    nospeech: Id,
    /** The token of each language by its code of ISO 639. */
    languages: Type.Record(Type.String(), Id),
  }),
});

const TURKISH = "tr";

/**
 * The network's vocabulary: the pieces of text that it writes one after another. A piece is a string with one character per
 * byte, because the bytes of a letter may be split over two pieces.
 */
export class Tokens {
  readonly pieces: readonly string[];
  /** The token that ends a text. */
  readonly end: number;
  /** The token that is likely at the beginning where nobody speaks. */
  readonly noSpeech: number;
  /** Tokens before every text: Turkish, transcription, no timestamps. */
  readonly prompt: readonly number[];
  /** The tokens that name a language, and which of them names Turkish. */
  readonly languages: readonly number[];
  readonly turkish: number;

  /** Reads tokens.json of a model; throws ModelFolderError. */
  static async read(file: string): Promise<Tokens> {
    const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
      throw new ModelFolderError(`${file}: cannot be read (${error.code ?? error.message})`);
    });
    return Tokens.parse(text, file);
  }

  /** Parses the content of tokens.json; `file` is its name in errors. Throws ModelFolderError. */
  static parse(text: string, file: string): Tokens {
    let document: unknown;
    try {
      document = JSON.parse(text);
    } catch {
      throw new ModelFolderError(`${file}: is no JSON`);
    }
    checkFields(TokensFile, document, file);
    const { tokens, special } = document;
    const turkish = special.languages[TURKISH];
    if (turkish === undefined) {
      throw new ModelFolderError(`${file}: special.languages.${TURKISH} is missing`);
    }
    const ids = [...Object.values(special.languages), ...numbersOf(special)];
    const missing = ids.find((id) => id >= tokens.length);
    if (missing !== undefined) {
      throw new ModelFolderError(`${file}: special names token ${missing} of ${tokens.length}`);
    }
    return new Tokens(
      tokens.map((piece) => Buffer.from(piece, "base64").toString("latin1")),
      special,
      turkish,
    );
  }

  private constructor(
    pieces: readonly string[],
    special: {
      readonly endoftext: number;
      readonly startoftranscript: number;
      readonly transcribe: number;
      readonly notimestamps: number;
      readonly nospeech: number;
      readonly languages: Readonly<Record<string, number>>;
    },
    turkish: number,
  ) {
    this.pieces = pieces;
    this.end = special.endoftext;
    this.noSpeech = special.nospeech;
    this.turkish = turkish;
    this.languages = Object.values(special.languages);
    const { startoftranscript, transcribe, notimestamps } = special;
    this.prompt = [startoftranscript, turkish, transcribe, notimestamps];
  }

  get size(): number {
    return this.pieces.length;
  }

  /** Whether a token can stand in a text, or end it. */
  isWritten(token: number): boolean {
    return token === this.end || this.pieces[token] !== "";
  }
}

function numbersOf(special: Readonly<Record<string, unknown>>): readonly number[] {
  return Object.values(special).filter((id) => typeof id === "number");
}

/** Decodes UTF-8 bytes from a string with one character per byte. */
export function textOf(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("utf8");
}
