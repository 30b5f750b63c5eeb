/** An audio track of a file, as FFmpeg lists it. */
export interface InputTrack {
  /** ISO 639; undefined where the file does not say. */
  readonly language: string | undefined;
}

/** More tracks than people record; further ones are ignored. */
const MAX_TRACKS = 8;
const TURKISH: ReadonlySet<string> = new Set(["tur", "tr", "tr-TR"]);
const UNKNOWN_LANGUAGES: ReadonlySet<string> = new Set(["und", "mis", "mul", "zxx"]);

/** Parses a log line that lists an audio track; returns undefined for any other line. */
export function inputTrackOf(line: string): InputTrack | undefined {
  const match = /^\s*Stream #0:\d+(?:\[\w+\])?(?:\(([\w-]+)\))?: Audio: /.exec(line);
  if (match === null) return undefined;
  const [, language] = match;
  return {
    language: language === undefined || UNKNOWN_LANGUAGES.has(language) ? undefined : language,
  };
}

/**
 * Returns the numbers of the tracks to mix: the Turkish ones if there are any, otherwise all in the language of the first
 * one. Tracks in one language may be the microphones of a conversation, but a film in two languages is none.
 */
export function tracksToHear(tracks: readonly InputTrack[]): readonly number[] {
  const isTurkish = ({ language }: InputTrack) => language !== undefined && TURKISH.has(language);
  const first = tracks[0]?.language;
  const isHeard = tracks.some(isTurkish)
    ? isTurkish
    : ({ language }: InputTrack) => language === first;
  const heard = tracks.flatMap((track, at) => (isHeard(track) ? [at] : []));
  return heard.slice(0, MAX_TRACKS);
}
